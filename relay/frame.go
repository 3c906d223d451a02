package relay

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"sync"
)

// MaxLine is the longest line that passes in either direction, its end
// included, in bytes.
const MaxLine = 4 << 20

// errOversize is a line longer than MaxLine. The reader has passed over it: the
// next line is intact.
var errOversize = errors.New("line longer than 4 MiB")

// tailSize is how much of the end of an oversized line is kept: enough to read
// the id that the upstream's serializer writes last.
const tailSize = 512

// lineReader cuts a stream into lines within a bound. A last line without a
// line end is not a message (MCP stdio transport): it is dropped.
type lineReader struct {
	r     *bufio.Reader
	line  []byte // holds lines that r cannot
	small int    // lines since line was needed last
	tail  []byte // the end of the last oversized line
}

// keepLarge is for how many small lines the memory of a large one is kept:
// large answers come in rows, and a session that has none should not hold it.
const keepLarge = 64

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 64<<10)}
}

// next gives one line, its end included. The bytes are valid until the next
// call. After errOversize, l.tail holds the end of the line.
func (l *lineReader) next() ([]byte, error) {
	part, err := l.r.ReadSlice('\n')
	if err == nil {
		if l.small++; l.small == keepLarge {
			l.line = nil
		}
		return part, nil // whole in the buffer: no copy
	}
	l.line, l.small = l.line[:0], 0
	for {
		size := len(l.line) + len(part)
		if size > MaxLine {
			return nil, l.skip(part, err)
		}
		if size > cap(l.line) && size > 1<<20 {
			l.line = append(make([]byte, 0, MaxLine), l.line...) // once, and not by doubling
		}
		l.line = append(l.line, part...)
		if err == nil {
			return l.line, nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
		part, err = l.r.ReadSlice('\n')
	}
}

// skip passes over the rest of an oversized line and keeps its end.
func (l *lineReader) skip(part []byte, err error) error {
	l.tail = append(l.tail[:0], l.line[max(0, len(l.line)-tailSize):]...)
	l.line = nil
	for {
		l.tail = append(l.tail, part...)
		if extra := len(l.tail) - tailSize; extra > 0 {
			l.tail = append(l.tail[:0], l.tail[extra:]...)
		}
		if err == nil {
			return errOversize
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
		part, err = l.r.ReadSlice('\n')
	}
}

// lineWriter writes whole lines, one at a time, from many goroutines.
type lineWriter struct {
	mu sync.Mutex
	w  io.Writer
}

// write puts one message on the wire in one piece and adds the line end where
// there is none.
func (l *lineWriter) write(line []byte) error {
	if !bytes.HasSuffix(line, []byte("\n")) {
		line = append(line, '\n')
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := l.w.Write(line)
	return err
}
