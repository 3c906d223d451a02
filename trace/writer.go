package trace

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"connector-browser/secrets/safefile"
)

// Options of a writer; the zero value of each member stands for what its
// comment says.
type Options struct {
	Launch   string           // 8 random characters
	Now      func() time.Time // time.Now
	MaxDay   int64            // bytes of one day's file; 256 MiB
	MaxTotal int64            // bytes of all days' files, of which the oldest go; 1 GiB
	Warn     func(error)      // hears of housekeeping that failed
}

// ErrFull says that a day's file is as large as it may become.
var ErrFull = errors.New("today's file of the trace is full; move it away, or go on tomorrow (UTC)")

// Writer appends the records of one launch. It is safe for concurrent use, and
// so are any number of launches that write into one directory.
//
// A record that cannot be written is an error, and every record after it too:
// a session that nobody can look into afterwards must not go on (SN-083).
type Writer struct {
	options Options
	dir     string
	tidying sync.WaitGroup

	mu     sync.Mutex
	day    *dayFile
	client string
	seq    uint64
	prev   string
	broken error
}

// Open makes dir where it is missing (mode 0700), writes the record of the
// launch's start, and looks after older days in the background.
func Open(dir string, options Options) (*Writer, error) {
	if options.Launch == "" {
		options.Launch = rand.Text()[:8]
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.MaxDay == 0 {
		options.MaxDay = 256 << 20
	}
	if options.MaxTotal == 0 {
		options.MaxTotal = 1 << 30
	}
	if err := makeDir(dir); err != nil {
		return nil, err
	}
	w := &Writer{options: options, dir: dir}
	after, err := lastHash(dir)
	if err != nil {
		return nil, err
	}
	if err := w.Append(Record{Kind: KindStart, After: after}); err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

// Launch is the name under which the records stand.
func (w *Writer) Launch() string { return w.options.Launch }

// SetClient names the client from the next record on.
func (w *Writer) SetClient(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.client = name
}

// Append writes one record with one write, at the end of the file of its day.
func (w *Writer) Append(r Record) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.append(r)
}

func (w *Writer) append(r Record) error {
	if w.broken != nil {
		return w.broken
	}
	if err := w.write(r); err != nil {
		w.broken = fmt.Errorf("the trace cannot be written: %w", safefile.Reason(err))
		return w.broken
	}
	return nil
}

func (w *Writer) write(r Record) error {
	if r.Time.IsZero() {
		r.Time = Time{w.options.Now()}
	}
	if r.Client == "" {
		r.Client = w.client
	}
	r.Launch, r.Seq, r.Prev = w.options.Launch, w.seq, w.prev
	r.bound()
	line, hash, err := seal(r)
	if err != nil {
		return err
	}
	// The file is that of the moment of writing: an exchange that began before
	// midnight may end after it, and days that are over may be compressed.
	if err := w.roll(w.options.Now()); err != nil {
		return err
	}
	if err := w.day.append(line, w.options.MaxDay); err != nil {
		return err
	}
	w.seq, w.prev = w.seq+1, hash
	return nil
}

// roll opens the file of the day that now is.
func (w *Writer) roll(now time.Time) error {
	name := dayName(now)
	if w.day != nil && w.day.name == name {
		return nil
	}
	next, err := openDay(w.dir, name)
	if err != nil {
		return err
	}
	if w.day != nil {
		w.day.close()
	}
	w.day = next
	w.tidying.Go(func() {
		if err := tidy(w.dir, now, w.options.MaxTotal); err != nil && w.options.Warn != nil {
			w.options.Warn(err)
		}
	})
	return nil
}

// Close writes the record of the launch's end, with the outcome that it ended
// with, and waits for the housekeeping.
func (w *Writer) Close(outcome string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if errors.Is(w.broken, os.ErrClosed) {
		return nil
	}
	err := w.append(Record{Kind: KindEnd, Outcome: outcome, Count: w.seq + 1})
	w.close()
	w.broken = fmt.Errorf("the trace of this launch has ended: %w", os.ErrClosed)
	return err
}

func (w *Writer) close() {
	w.tidying.Wait()
	if w.day != nil {
		w.day.close()
	}
}
