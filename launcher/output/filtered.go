package output

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"golang.org/x/sys/unix"

	"connector-browser/relay/withhold"
)

// maxText bounds a file in which something can be withheld, in bytes.
const maxText = 64 << 20

// errTooLong says that a text is too long to be searched.
var errTooLong = fmt.Errorf("a text of more than %d MiB, in which nothing can be withheld", maxText>>20)

// Filtered gives what may leave of a file that the session wrote, and how long
// that is: the bytes of a picture or the like as they are, a text without what
// is withheld.
func Filtered(from *os.File, set *withhold.Set) (io.Reader, int64, error) {
	seen, err := statOwn(from)
	if err != nil {
		return nil, 0, err
	}
	text, binary, err := readText(from, seen.Size)
	switch {
	case err != nil:
		return nil, 0, err
	case binary:
		return io.NewSectionReader(from, 0, seen.Size), seen.Size, nil
	}
	out := withheld(from.Name(), text, set)
	return bytes.NewReader(out), int64(len(out)), nil
}

// Open gives what may leave of a file in the output folder. No link is followed
// on the way to it.
func (f *Folder) Open(rel string) (text io.ReadCloser, size int64, err error) {
	f.mu.Lock() // no half of a rewriting
	defer f.mu.Unlock()
	folder, err := f.root.Open(".")
	if err != nil {
		return nil, 0, errors.New("the output folder cannot be opened")
	}
	names := strings.Split(rel, string(filepath.Separator))
	last := len(names) - 1
	for _, name := range names[:last] {
		inner, err := openAt(folder, name, unix.O_RDONLY|unix.O_DIRECTORY)
		folder.Close()
		if err != nil {
			return nil, 0, errNotThere
		}
		folder = inner
	}
	from, err := openAt(folder, names[last], unix.O_RDONLY)
	folder.Close()
	if err != nil {
		return nil, 0, errNotThere
	}
	out, size, err := Filtered(from, f.set)
	if err != nil {
		from.Close()
		return nil, 0, err
	}
	return struct {
		io.Reader
		io.Closer
	}{out, from}, size, nil
}

var errNotThere = errors.New("there is no such file in the output folder, or it is a link or cannot be opened")

// readText reads a text whole. Of a binary file it reads no more than the head.
func readText(from io.ReaderAt, size int64) (text []byte, binary bool, err error) {
	head := make([]byte, min(size, 8<<10))
	n, err := from.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, false, errors.New("it cannot be read")
	}
	if isBinary(head[:n]) {
		return nil, true, nil
	}
	if size > maxText {
		return nil, false, errTooLong
	}
	if text, err = io.ReadAll(io.NewSectionReader(from, 0, size)); err != nil {
		return nil, false, errors.New("it cannot be read")
	}
	return text, false, nil
}

// isBinary says whether a file that begins like this is no text. A zero byte by
// itself does not make it one: a page can have the upstream write that.
func isBinary(head []byte) bool {
	for cut := 1; cut < utf8.UTFMax && cut < len(head) && len(head) == 8<<10; cut++ { // a letter that the head ends in
		if last := head[len(head)-cut:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				head = head[:len(head)-cut]
			}
			break
		}
	}
	return bytes.IndexByte(head, 0) >= 0 && !utf8.Valid(head)
}
