// Package site is the small web site that the demo visits: a page for each
// thing that a browser should do, and one for each thing that it must not get
// away with. It listens on the loopback address alone.
package site

import (
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// User is who the site knows.
const User = "ada"

// SessionCookie names the cookie that carries a login.
const SessionCookie = "session"

// Site is one running site, with secrets of its own that no other run shares.
type Site struct {
	server   *http.Server
	listener net.Listener
	other    *Other
	session  string
	password string
	vault    Vault

	mu   sync.Mutex
	seen map[string]int
}

// Open starts a site on a free port, and beside it the host that no policy
// names, to which some of its pages try to lead.
func Open() (*Site, error) {
	other, err := openOther()
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		other.Close()
		return nil, fmt.Errorf("the demo's site cannot listen on 127.0.0.1: %w", err)
	}
	s := &Site{listener: l, other: other, session: rand.Text(), password: rand.Text(), vault: newVault(), seen: map[string]int{}}
	s.server = &http.Server{Handler: s.count(s.routes()), ReadHeaderTimeout: 10 * time.Second}
	go s.server.Serve(l) // ends with ErrServerClosed at Close
	return s, nil
}

// Close ends the site and every connection to it, those that hang included.
func (s *Site) Close() error {
	s.other.Close()
	return s.server.Close()
}

// Host is the site's address and port, as a policy names it.
func (s *Site) Host() string { return s.listener.Addr().String() }

// URL is the address of a page of the site.
func (s *Site) URL(path string) string { return "http://" + s.Host() + path }

// Other is the host beside the site that no policy names.
func (s *Site) Other() *Other { return s.other }

// Session is the value of the cookie that counts as a login.
func (s *Site) Session() string { return s.session }

// Password is what the login page holds and accepts.
func (s *Site) Password() string { return s.password }

// Seen is how many requests came for a path or anything below it.
func (s *Site) Seen(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for p, times := range s.seen {
		if p == path || strings.HasPrefix(p, strings.TrimSuffix(path, "/")+"/") {
			n += times
		}
	}
	return n
}

// count notes each request before it is answered, so that a walk can tell what
// never arrived from what was answered badly.
func (s *Site) count(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.seen[r.URL.Path]++
		s.mu.Unlock()
		next.ServeHTTP(w, r)
	})
}
