package egress

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"

	"golang.org/x/net/proxy"
)

// parentPorts are the schemes that HTTPS_PROXY may have, and their ports.
var parentPorts = map[string]string{"http": "80", "https": "443", "socks5": "1080", "socks5h": "1080"}

// parentFault is what went wrong on the way to or at the parent, in words that
// follow the host's name. It never has the parent's address or login.
type parentFault string

func (f parentFault) Error() string { return string(f) }

// fault is why a host was not reached, whoever failed.
func fault(err error) string {
	var parent parentFault
	if errors.As(err, &parent) {
		return string(parent)
	}
	return dialFault(err)
}

// dialTunnel connects to a host for CONNECT, through the parent if there is
// one. early is what the parent had sent behind its own answer.
func (p *Proxy) dialTunnel(ctx context.Context, r *route) (conn net.Conn, early []byte, err error) {
	switch {
	case r.parent == nil:
		conn, err = race(ctx, r.addresses, p.opts.Dial)
		return conn, nil, err
	case isSOCKS(r.parent):
		conn, err = dialSOCKS(ctx, r)
		return conn, nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	if conn, err = dialParent(ctx, r.parent); err != nil {
		return nil, nil, err
	}
	bare := conn
	stop := context.AfterFunc(ctx, func() { bare.Close() })
	if r.parent.Scheme == "https" {
		conn = tls.Client(conn, &tls.Config{ServerName: r.parent.Hostname()})
	}
	early, err = askParent(conn, r)
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		conn.Close()
		return nil, nil, err
	}
	return conn, early, nil
}

// dialHost connects for a plain http request: to the host, or to the parent,
// which then gets the address in full.
func (p *Proxy) dialHost(ctx context.Context, r *route) (net.Conn, error) {
	switch {
	case r.parent == nil:
		return race(ctx, r.addresses, p.opts.Dial)
	case isSOCKS(r.parent):
		conn, err := dialSOCKS(ctx, r)
		r.parent = nil // what is spoken on it is spoken to the host
		return conn, err
	}
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	return dialParent(ctx, r.parent)
}

// dialParent connects to the parent itself, which the system names and the
// policy has no say in.
func dialParent(ctx context.Context, parent *url.URL) (net.Conn, error) {
	port, ok := parentPorts[parent.Scheme]
	if !ok {
		return nil, parentFault("is behind a parent proxy of a kind that is not known; set HTTPS_PROXY to an http, https or socks5 address")
	}
	if parent.Port() != "" {
		port = parent.Port()
	}
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", net.JoinHostPort(parent.Hostname(), port))
	if err != nil {
		return nil, parentFault("is behind a parent proxy that " + dialFault(err))
	}
	return conn, nil
}

// askParent asks for a tunnel and reads the answer.
func askParent(conn net.Conn, r *route) (early []byte, err error) {
	ask := fmt.Sprintf("CONNECT %s HTTP/1.1\r\nHost: %[1]s\r\n", r.authority())
	if user := r.parent.User; user != nil {
		password, _ := user.Password()
		ask += "Proxy-Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte(user.Username()+":"+password)) + "\r\n"
	}
	if _, err := io.WriteString(conn, ask+"\r\n"); err != nil {
		return nil, parentFault("is behind a parent proxy that " + dialFault(err))
	}
	read := bufio.NewReader(io.LimitReader(conn, maxHeader))
	answer, err := http.ReadResponse(read, &http.Request{Method: http.MethodConnect})
	switch {
	case err != nil:
		return nil, parentFault("is behind a parent proxy that gave no answer")
	case answer.StatusCode == http.StatusProxyAuthRequired:
		return nil, parentFault("is behind a parent proxy that wants a login; put it into HTTPS_PROXY")
	case answer.StatusCode/100 != 2:
		return nil, parentFault(fmt.Sprintf("is refused by the parent proxy (%d)", answer.StatusCode))
	}
	return readAhead(read), nil
}

func isSOCKS(parent *url.URL) bool { return parent.Scheme == "socks5" || parent.Scheme == "socks5h" }

// dialSOCKS connects through a SOCKS5 parent (RFC 1928). Once that has agreed,
// its connection carries the host's bytes and nothing else, so it is handed on
// bare, for the kernel to copy.
func dialSOCKS(ctx context.Context, r *route) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	under := &parentDialer{parent: r.parent}
	d, err := proxy.FromURL(r.parent, under)
	if err != nil {
		return nil, parentFault("has no usable parent proxy; mend HTTPS_PROXY or HTTP_PROXY")
	}
	if _, err := d.(proxy.ContextDialer).DialContext(ctx, "tcp", r.authority()); err != nil {
		if under.conn == nil {
			return nil, under.err
		}
		under.conn.Close()
		return nil, parentFault("is refused by the parent proxy")
	}
	return under.conn, nil
}

// parentDialer connects to the parent and keeps the bare connection.
type parentDialer struct {
	parent *url.URL
	conn   net.Conn
	err    error
}

func (d *parentDialer) Dial(network, _ string) (net.Conn, error) {
	return d.DialContext(context.Background(), network, "")
}

func (d *parentDialer) DialContext(ctx context.Context, _, _ string) (net.Conn, error) {
	d.conn, d.err = dialParent(ctx, d.parent)
	return d.conn, d.err
}
