package withhold

import (
	"bytes"
	"io"
)

// Writer withholds from a stream of lines, such as standard error (CB-114). A
// line leaves when it is complete. Of a line that grows beyond maxPending only
// the end is held back, long enough for any spelling of any secret to be seen
// whole before its first byte leaves.
type Writer struct {
	set     *Set
	to      io.Writer
	pending []byte
}

const maxPending = 256 << 10

// Writer gives a writer that passes on to w what may leave. It is not safe for
// concurrent use; Close passes on what is left.
func (s *Set) Writer(w io.Writer) *Writer { return &Writer{set: s, to: w} }

// Write never writes less than p without an error.
func (w *Writer) Write(p []byte) (int, error) {
	w.pending = append(w.pending, p...)
	if end := bytes.LastIndexByte(p, '\n') + 1; end > 0 {
		if err := w.pass(len(w.pending) - len(p) + end); err != nil {
			return 0, err
		}
	}
	if len(w.pending) > maxPending {
		if err := w.passOverlong(); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// Close passes on the line that was not ended.
func (w *Writer) Close() error { return w.pass(len(w.pending)) }

// pass withholds from pending[:end] and writes it.
func (w *Writer) pass(end int) error {
	if end == 0 {
		return nil
	}
	out, _ := w.set.Text(w.pending[:end])
	_, err := w.to.Write(out)
	w.pending = w.pending[:copy(w.pending, w.pending[end:])]
	return err
}

// passOverlong passes on the beginning of an endless line, cut before the
// history at a place where the two halves hold together no more than each by
// itself. Where there is none the line is dropped up to here.
func (w *Writer) passOverlong() error {
	whole, _ := w.set.Text(w.pending)
	for end := len(w.pending) - w.set.index.Load().history; end > 0; end -= 1 + end/16 {
		before, _ := w.set.Text(w.pending[:end])
		after, _ := w.set.Text(w.pending[end:])
		if len(before)+len(after) == len(whole) && bytes.HasPrefix(whole, before) && bytes.HasSuffix(whole, after) {
			return w.pass(end)
		}
	}
	w.pending = w.pending[:0]
	_, err := io.WriteString(w.to, "[withheld: a part of a line that is too long to be searched]")
	return err
}
