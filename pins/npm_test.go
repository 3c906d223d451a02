package pins_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"connector-browser/pins"
)

// What a registry says of a package is asked for again where it is busy, and not
// where it has said no.
func TestRegistryIsAskedAgain(t *testing.T) {
	t.Parallel()
	var busy, gone atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/gone":
			gone.Add(1)
			http.NotFound(w, r)
		case busy.Add(1) < 3:
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			w.Write([]byte("here"))
		}
	}))
	defer server.Close()
	if text, err := pins.FetchSmall(t.Context(), server.Client(), server.URL+"/busy", 100); err != nil || string(text) != "here" || busy.Load() != 3 {
		t.Errorf("%q, %v after %d requests", text, err, busy.Load())
	}
	if _, err := pins.FetchSmall(t.Context(), server.Client(), server.URL+"/gone", 100); err == nil || !strings.Contains(err.Error(), "no such version") || gone.Load() != 1 {
		t.Errorf("%v after %d requests", err, gone.Load())
	}
}
