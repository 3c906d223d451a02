package pins_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
)

// Redirects lead from https to https only; plain http is for a registry that
// is itself configured so.
func TestFetchRedirects(t *testing.T) {
	t.Parallel()
	redirect := func(to string) func(http.ResponseWriter, *http.Request, []byte) bool {
		return func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
			if r.Host == "chrome.test" || r.Host == "mirror.test" {
				http.Redirect(w, r, to+r.URL.Path, http.StatusFound)
				return true
			}
			return false
		}
	}
	t.Run("https to https", func(t *testing.T) {
		h := serve(t, newToy())
		h.answer(func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
			if r.Host == "chrome.test" {
				http.Redirect(w, r, "https://mirror.test"+r.URL.Path, http.StatusFound)
			}
			return r.Host == "chrome.test"
		})
		install(t, h.options(t))
	})
	t.Run("https to http", func(t *testing.T) {
		h := serve(t, newToy())
		h.answer(redirect("http://mirror.test"))
		refused(t, h.options(t), "chrome.test", "redirects from https to http")
	})
	t.Run("for ever", func(t *testing.T) {
		h := serve(t, newToy())
		h.answer(redirect("https://mirror.test"))
		refused(t, h.options(t), "redirects more than ten times")
	})
	t.Run("a registry over http", func(t *testing.T) {
		h := serve(t, newToy())
		plain := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if data := h.find(registryHost, r.URL.Path); data != nil {
				w.Write(data)
			} else {
				http.NotFound(w, r)
			}
		}))
		t.Cleanup(plain.Close)
		o := h.options(t)
		o.Registry = func(context.Context) (string, error) { return plain.URL + "/", nil }
		o.Client = &http.Client{Transport: splitTransport{h.client().Transport, http.DefaultTransport}}
		install(t, o)
	})
}

// splitTransport sends plain http the ordinary way.
type splitTransport struct{ https, http http.RoundTripper }

func (s splitTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme == "http" {
		return s.http.RoundTrip(r)
	}
	return s.https.RoundTrip(r)
}

// A certificate that does not match is no host that cannot be reached: no
// other browser is taken for it.
func TestFetchCertificate(t *testing.T) {
	t.Parallel()
	h := serve(t, newToy())
	o := h.options(t)
	o.Client.Transport.(*http.Transport).TLSClientConfig.RootCAs = nil
	refused(t, o, "certificate that this machine does not trust")
	notInstalled(t, o)
}
