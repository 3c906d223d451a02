package pins

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"syscall"
	"time"
)

// defaultClient waits ten seconds for a connection and half a minute for the
// first word of an answer; how long an answer may then take is no business of
// the client's, since a large archive over a slow line is legitimate.
func defaultClient() *http.Client {
	return &http.Client{Transport: &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
		TLSHandshakeTimeout:   15 * time.Second,
		ResponseHeaderTimeout: 30 * time.Second,
		ForceAttemptHTTP2:     true,
		MaxIdleConnsPerHost:   4,
		DisableCompression:    true,
		OnProxyConnectResponse: func(_ context.Context, proxy *url.URL, req *http.Request, res *http.Response) error {
			if res.StatusCode != http.StatusOK {
				return &proxyRefusal{proxy: proxy.Host, status: res.Status}
			}
			return nil
		},
	}}
}

// proxyRefusal says that the machine's own proxy keeps us from a host.
type proxyRefusal struct{ proxy, status string }

func (e *proxyRefusal) Error() string {
	return fmt.Sprintf("the proxy %s answered %s", e.proxy, e.status)
}

// withRedirects is the client with our rule for redirects: from https to https
// only, and to plain http only where the request itself began with it.
func withRedirects(c *http.Client) *http.Client {
	ours := *c
	ours.CheckRedirect = func(req *http.Request, via []*http.Request) error {
		if len(via) >= 10 {
			return &refusedRedirect{"it redirects more than ten times"}
		}
		if req.URL.Scheme != "https" && via[len(via)-1].URL.Scheme == "https" {
			return &refusedRedirect{"it redirects from https to " + req.URL.Scheme}
		}
		return nil
	}
	return &ours
}

type refusedRedirect struct{ reason string }

func (e *refusedRedirect) Error() string { return e.reason }

// unreachableError says that no answer came from a host at all: a name that
// does not resolve, a refused or timed-out connection, a proxy's refusal. What
// a host answered, and a certificate that does not match, is never one: only
// this lets the default choice pass a browser over.
type unreachableError struct {
	host  string
	err   error
	final bool // trying again at once is of no use
}

func (e *unreachableError) Error() string {
	return fmt.Sprintf("%s cannot be reached: %v", e.host, e.err)
}

func (e *unreachableError) Unwrap() error { return e.err }

// classify gives a transport's error its meaning. Addresses are cut from it,
// since a registry's may hold a password.
func classify(host string, err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	var redirect *refusedRedirect
	var certificate *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var proxy *proxyRefusal
	var dns *net.DNSError
	switch {
	case errors.As(err, &redirect):
		return fmt.Errorf("%s: %w", host, err)
	case errors.Is(err, syscall.ENOSPC):
		return err
	case errors.As(err, &certificate), errors.As(err, &authority):
		return fmt.Errorf("%s shows a certificate that this machine does not trust: %w", host, err)
	case errors.As(err, &proxy):
		return &unreachableError{host, err, true}
	case errors.As(err, &dns):
		return &unreachableError{host, errors.New(dns.Err), dns.IsNotFound}
	default:
		return &unreachableError{host, err, false}
	}
}
