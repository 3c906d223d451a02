package pins

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

const (
	tries      = 5                      // for one source
	firstPause = 400 * time.Millisecond // doubled after each try, with jitter
	longPause  = 20 * time.Second       // the longest pause that a host may ask for
)

// download brings one archive from the first of its sources that answers, and
// gives it opened and verified.
func (f *fetcher) download(ctx context.Context, a *Archive) (*os.File, error) {
	var first error
	for _, source := range a.Sources() {
		registry := ""
		if _, _, npm := splitNPM(source); npm {
			var err error
			if registry, err = f.registry(); err != nil {
				return nil, err
			}
		}
		file, err := f.retry(ctx, a, a.url(source, registry))
		if err == nil {
			return file, nil
		}
		var wrong *wrongBytesError
		if ctx.Err() != nil || errors.As(err, &wrong) || isLocal(err) {
			return nil, err
		}
		var unreachable *unreachableError
		if first == nil || errors.As(first, &unreachable) && !errors.As(err, &unreachable) {
			first = err // an answer says more than a silence
		}
	}
	return nil, fmt.Errorf("%s cannot be downloaded: %w", a.Name(), first)
}

// retry tries one address until the archive is complete, its answer is final,
// or the tries are used up.
func (f *fetcher) retry(ctx context.Context, a *Archive, address string) (*os.File, error) {
	pause := firstPause
	for try := 1; ; try++ {
		resumed, err := f.once(ctx, a, address)
		if err == nil {
			file, err := f.finish(ctx, a)
			if err != nil && resumed && try < tries {
				continue // the part of an earlier run was bad: it is gone now
			}
			return file, err
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		wait, again := worthRetrying(err, try)
		if !again {
			return nil, err
		}
		wait = max(wait, pause/2+rand.N(pause))
		pause *= 2
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// worthRetrying tells whether another try may help, and what pause the host
// asked for.
func worthRetrying(err error, try int) (time.Duration, bool) {
	var status *statusError
	var unreachable *unreachableError
	var broken *brokenOffError
	switch {
	case errors.As(err, &status):
		return min(status.after, longPause), status.passing() && try < tries
	case errors.As(err, &unreachable):
		return 0, !unreachable.final && try < 2
	case errors.As(err, &broken):
		return 0, try < tries
	}
	return 0, false
}

// finish compares the complete file with its sha256, makes it lasting and
// gives it its name.
func (f *fetcher) finish(ctx context.Context, a *Archive) (*os.File, error) {
	name := filepath.Join(f.dir, a.Name())
	file, err := openVerified(ctx, name+".part", a)
	if err != nil {
		var wrong *wrongBytesError
		if errors.As(err, &wrong) {
			dropPartial(name)
		}
		return nil, err
	}
	err = file.Sync()
	if err == nil {
		err = os.Rename(name+".part", name)
	}
	if err != nil {
		file.Close()
		return nil, diskError(err, "keeping", a.Name())
	}
	dropPartial(name)
	f.progress.Finished(a.Name())
	return file, nil
}

func dropPartial(name string) {
	os.Remove(name + ".part")
	os.Remove(name + ".part.etag")
}

// statusError is an answer that is not the archive.
type statusError struct {
	host   string
	code   int
	status string
	after  time.Duration
}

func (e *statusError) Error() string { return e.host + " answered " + e.status }

// passing tells whether the host may answer otherwise in a while.
func (e *statusError) passing() bool {
	return e.code == http.StatusTooManyRequests || e.code == http.StatusRequestTimeout || e.code >= 500 && e.code != http.StatusNotImplemented
}

func newStatusError(host string, res *http.Response) *statusError {
	e := &statusError{host: host, code: res.StatusCode, status: res.Status}
	if s, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil && s > 0 {
		e.after = time.Duration(s) * time.Second
	}
	return e
}

// brokenOffError is a download that ended before its end; what came is kept.
type brokenOffError struct {
	host string
	err  error
}

func (e *brokenOffError) Error() string {
	if errors.Is(e.err, io.ErrUnexpectedEOF) {
		return e.host + " broke off the download"
	}
	return fmt.Sprintf("%s broke off the download: %v", e.host, e.err)
}

func (e *brokenOffError) Unwrap() error { return e.err }
