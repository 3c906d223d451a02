package pins

import (
	"context"
	"sync"
)

// each runs f for 0…n-1 side by side; the first failure stops the others.
func each(ctx context.Context, n int, f func(context.Context, int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	for k := range n {
		wg.Go(func() {
			if err := f(ctx, k); err != nil {
				cancel(err)
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}

// firstError keeps the first of several failures and stops the others' work.
type firstError struct {
	mu   sync.Mutex
	err  error
	stop context.CancelFunc
}

func (f *firstError) note(err error) {
	if err == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = err
	}
	f.stop()
}

func (f *firstError) get() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}
