package pins_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"connector-browser/pins"
)

// registryHost is where the toy's npm packages come from.
const registryHost = "registry.test"

// host is a local HTTPS server that stands for every host of a toy lock. It
// serves each archive under the path that the lock expands to, and counts.
type host struct {
	*httptest.Server
	toy *toy

	mu       sync.Mutex
	requests []string                                                       // "host/path"
	handle   func(w http.ResponseWriter, r *http.Request, data []byte) bool // true: answered
	dead     []string                                                       // hosts that cannot be reached
}

func serve(t testing.TB, toy *toy) *host {
	h := &host{toy: toy}
	h.Server = httptest.NewUnstartedServer(h)
	h.Config.ErrorLog = log.New(io.Discard, "", 0) // connections are cut on purpose
	h.StartTLS()
	t.Cleanup(h.Close)
	return h
}

// ServeHTTP answers with the archive whose name ends the path, by Range where
// asked.
func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	h.requests = append(h.requests, r.Host+r.URL.Path)
	handle := h.handle
	h.mu.Unlock()
	data := h.find(r.Host, r.URL.Path)
	if handle != nil && handle(w, r, data) {
		return
	}
	if data == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Etag", `"`+sum(data)[:8]+`"`)
	http.ServeContent(w, r, "", time.Time{}, strings.NewReader(string(data)))
}

func (h *host) find(from, where string) []byte {
	for _, p := range h.toy.lock {
		for n, a := range p.Archives {
			for _, source := range sourcesOf(a) {
				if strings.HasPrefix(source, "npm:") {
					name, version := source[4:strings.LastIndex(source, "@")], source[strings.LastIndex(source, "@")+1:]
					version = strings.ReplaceAll(version, "{version}", p.Version)
					if from == registryHost && where == "/"+name+"/-/"+path.Base(name)+"-"+version+".tgz" {
						return h.toy.archives[p.Archives[n]["sha256"].(string)]
					}
					continue
				}
				file, _ := a["file"].(string)
				source = strings.NewReplacer("{version}", p.Version).Replace(strings.ReplaceAll(source, "{file}", file))
				if source == "https://"+from+where {
					return h.toy.archives[p.Archives[n]["sha256"].(string)]
				}
			}
		}
	}
	return nil
}

func sourcesOf(a toyArchive) []string {
	list := []string{a["source"].(string)}
	if m, ok := a["mirrors"].([]string); ok {
		list = append(list, m...)
	}
	return list
}

// client reaches the server under every name but those of the dead hosts.
func (h *host) client() *http.Client {
	roots := x509.NewCertPool()
	roots.AddCert(h.Certificate())
	return &http.Client{Transport: &http.Transport{
		TLSClientConfig:    &tls.Config{RootCAs: roots, ServerName: "example.com"},
		DisableCompression: true,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			name, _, _ := net.SplitHostPort(address)
			if slices.Contains(h.dead, name) {
				return nil, &net.OpError{Op: "dial", Net: network, Err: &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}}
			}
			return (&net.Dialer{}).DialContext(ctx, network, h.Listener.Addr().String())
		},
	}}
}

func (h *host) seen() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := slices.Clone(h.requests)
	slices.Sort(list)
	return list
}

func (h *host) forget() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.requests = nil
}

func (h *host) answer(f func(w http.ResponseWriter, r *http.Request, data []byte) bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.handle = f
}

// options are what a test installs a toy with.
func (h *host) options(t testing.TB) pins.Options {
	return pins.Options{
		Lock: h.toy.parse(t), Platform: h.toy.platform, Dir: filepath.Join(t.TempDir(), "bin"),
		Client: h.client(), Progress: &notes{},
		Registry: func(context.Context) (string, error) { return "https://" + registryHost, nil },
	}
}

// notes keeps what an installation said.
type notes struct {
	mu       sync.Mutex
	lines    []string
	started  []string
	received int64
}

func (n *notes) Started(archive string, have, total int64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.started = append(n.started, fmt.Sprintf("%s %d/%d", archive, have, total))
}
func (n *notes) Received(_ string, bytes int64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.received += bytes
}
func (n *notes) Finished(string) {}
func (n *notes) Note(s string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lines = append(n.lines, s)
}
func (n *notes) text() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return strings.Join(n.lines, "\n")
}

func install(t testing.TB, o pins.Options) *pins.Installed {
	t.Helper()
	i, err := pins.Install(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// refused installs and expects a sentence with every one of the words.
func refused(t testing.TB, o pins.Options, words ...string) error {
	t.Helper()
	_, err := pins.Install(t.Context(), o)
	if err == nil {
		t.Fatal("the installation succeeded")
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("the refusal %q does not say %q", err, w)
		}
	}
	if strings.Contains(err.Error(), "\n") || strings.HasSuffix(err.Error(), ".") {
		t.Errorf("the refusal %q is not one sentence", err)
	}
	return err
}

// notInstalled expects that bin/ holds no build.
func notInstalled(t testing.TB, o pins.Options) {
	t.Helper()
	_, err := pins.Check(t.Context(), o.Lock, o.Platform, o.Dir)
	var lacks *pins.NotInstalledError
	if !errors.As(err, &lacks) {
		t.Errorf("the start check says %v", err)
	}
}
