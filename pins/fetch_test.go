package pins_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// breakOff answers a request with the first part of the archive and then cuts
// the connection.
func breakOff(w http.ResponseWriter, data []byte, upTo int) {
	w.Header().Set("Etag", `"`+sum(data)[:8]+`"`)
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	w.Write(data[:upTo])
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

// A download that breaks off goes on where it stopped, by Range and If-Range.
func TestFetchResumes(t *testing.T) {
	t.Parallel()
	toy := newToy()
	h := serve(t, toy)
	var ranges []string
	h.answer(func(w http.ResponseWriter, r *http.Request, data []byte) bool {
		if !strings.HasSuffix(r.URL.Path, ".zip") {
			return false
		}
		ranges = append(ranges, r.Header.Get("Range")+" "+r.Header.Get("If-Range"))
		if len(ranges) == 1 {
			breakOff(w, data, 100)
		}
		return false
	})
	o := h.options(t)
	install(t, o)
	want := []string{" ", `bytes=100- "` + sum(toy.bytes("chrome", 0))[:8] + `"`}
	if !slices.Equal(ranges, want) {
		t.Errorf("ranges: %q", ranges)
	}
}

// A partial file of other bytes is not believed: whether the host says so
// (another validator), a range does not fit, or only the sha256 tells.
func TestFetchBadPartial(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		part string
		etag string
	}{
		"another validator":  {strings.Repeat("x", 50), `"other"`},
		"only the sha256":    {strings.Repeat("x", 50), ""},
		"longer than it":     {strings.Repeat("x", 5000), ""},
		"as long, all wrong": {"full", ""},
		"empty":              {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			toy := newToy()
			h := serve(t, toy)
			o := h.options(t)
			archives := filepath.Join(o.Dir, "archives")
			must(os.MkdirAll(archives, 0o700))
			part := c.part
			if part == "full" {
				part = strings.Repeat("x", len(toy.bytes("chrome", 0)))
			}
			must(os.WriteFile(filepath.Join(archives, "155.0-chrome-linux64.zip.part"), []byte(part), 0o600))
			if c.etag != "" {
				must(os.WriteFile(filepath.Join(archives, "155.0-chrome-linux64.zip.part.etag"), []byte(c.etag), 0o600))
			}
			install(t, o)
			entries, _ := os.ReadDir(archives)
			for _, e := range entries {
				if strings.Contains(e.Name(), ".part") {
					t.Errorf("%s is left over", e.Name())
				}
			}
		})
	}
}

// What a host says that passes is tried again; what it means for good is not,
// and the mirror is asked.
func TestFetchRetries(t *testing.T) {
	t.Parallel()
	t.Run("503 twice", func(t *testing.T) {
		h := serve(t, newToy())
		var n atomic.Int32
		h.answer(func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
			if r.Host != "chrome.test" || n.Add(1) > 2 {
				return false
			}
			w.WriteHeader(http.StatusServiceUnavailable)
			return true
		})
		install(t, h.options(t))
		if n.Load() != 3 {
			t.Errorf("%d requests", n.Load())
		}
	})
	t.Run("404 and the mirror", func(t *testing.T) {
		h := serve(t, newToy())
		h.answer(func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
			if r.Host == "chrome.test" {
				http.NotFound(w, r)
			}
			return r.Host == "chrome.test"
		})
		install(t, h.options(t))
		if seen := h.seen(); len(seen) != 6 || !slices.Contains(seen, "mirror.test/155.0/linux64/chrome-linux64.zip") {
			t.Errorf("requests: %q", seen)
		}
	})
	t.Run("404 everywhere", func(t *testing.T) {
		h := serve(t, newToy())
		h.answer(func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
			if strings.HasSuffix(r.URL.Path, ".zip") {
				http.NotFound(w, r)
			}
			return strings.HasSuffix(r.URL.Path, ".zip")
		})
		o := h.options(t)
		// an answer is no silence: the next browser is not taken for it
		refused(t, o, "155.0-chrome-linux64.zip cannot be downloaded", "chrome.test answered 404")
		notInstalled(t, o)
	})
	t.Run("breaks off for ever", func(t *testing.T) {
		h := serve(t, newToy())
		h.answer(func(w http.ResponseWriter, r *http.Request, data []byte) bool {
			if r.URL.Path == "/toy/-/toy-9.9.9.tgz" {
				breakOff(w, data, 10)
			}
			return false
		})
		o := h.options(t)
		refused(t, o, "toy-9.9.9.tgz cannot be downloaded", "broke off the download")
	})
}

// A host that sends more than the lock allows is not listened to further.
func TestFetchBounded(t *testing.T) {
	t.Parallel()
	for _, announced := range []bool{true, false} {
		t.Run("announced "+strconv.FormatBool(announced), func(t *testing.T) {
			h := serve(t, newToy())
			var sent atomic.Int64
			h.answer(func(w http.ResponseWriter, r *http.Request, data []byte) bool {
				if !strings.HasSuffix(r.URL.Path, ".zip") {
					return false
				}
				if announced {
					w.Header().Set("Content-Length", "4000000000")
				}
				for r.Context().Err() == nil {
					n, err := w.Write(make([]byte, 64<<10))
					if sent.Add(int64(n)); err != nil {
						break
					}
				}
				return true
			})
			o := h.options(t)
			refused(t, o, "155.0-chrome-linux64.zip is not what binaries.lock.json pins", "nothing was unpacked")
			info, err := os.Stat(filepath.Join(o.Dir, "archives", "155.0-chrome-linux64.zip.part"))
			if err == nil && info.Size() > int64(len(h.toy.bytes("chrome", 0))) {
				t.Errorf("%d bytes were kept", info.Size())
			}
		})
	}
}

// A short archive that pretends to be complete has the wrong sha256.
func TestFetchShort(t *testing.T) {
	t.Parallel()
	h := serve(t, newToy())
	h.answer(func(w http.ResponseWriter, r *http.Request, data []byte) bool {
		if r.URL.Path == "/toy/-/toy-9.9.9.tgz" {
			w.Write(data[:len(data)-1])
			return true
		}
		return false
	})
	refused(t, h.options(t), "toy-9.9.9.tgz is not what binaries.lock.json pins")
}
