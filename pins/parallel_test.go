package pins_test

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"connector-browser/pins"
	"connector-browser/secrets"
)

// CB-012: two installations at once wait on the directory's lock; the waiter
// hears who holds it, and then has nothing to do.
func TestTwoInstallsAtOnce(t *testing.T) {
	t.Parallel()
	conf := t.TempDir()
	h := serve(t, bigToy())
	var changed atomic.Int32
	var heard sync.Map
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			dir, err := secrets.Create(conf)
			must(err)
			held, err := dir.Lock(t.Context(), "install", func(holder string) { heard.Store(holder, true) })
			must(err)
			defer held.Release()
			o := h.options(t)
			o.Dir = dir.Bin()
			inner := o.Registry
			o.Registry = func(ctx context.Context) (string, error) {
				time.Sleep(time.Second) // long enough for the other to ask who it is
				return inner(ctx)
			}
			i, err := pins.Install(t.Context(), o)
			if err != nil {
				t.Error(err)
			} else if i.Changed {
				changed.Add(1)
			}
		})
	}
	wg.Wait()
	if changed.Load() != 1 || len(h.seen()) != 5 {
		t.Errorf("%d installations changed something with %d requests", changed.Load(), len(h.seen()))
	}
	waited := false
	heard.Range(func(holder, _ any) bool {
		waited = waited || strings.Contains(holder.(string), "install")
		return true
	})
	if !waited {
		t.Error("the waiter did not hear who holds the lock")
	}
	if _, err := pins.Check(t.Context(), h.toy.parse(t), h.toy.platform, filepath.Join(conf, "connectors", "browser", "bin")); err != nil {
		t.Error(err)
	}
}
