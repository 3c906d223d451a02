package trace

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"syscall"

	"connector-browser/secrets/safefile"
)

// ours are the names of the files that hold a day; others are left alone.
var ours = regexp.MustCompile(`^([0-9]{4}-[0-9]{2}-[0-9]{2}\.jsonl)(\.gz)?$`)

// maxLine is longer than any record.
const maxLine = 256 << 10

// days lists the files of the trace, oldest first. A day that is there both
// plain and compressed, since something ended in between, counts plain.
func days(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the trace cannot be read in %s: %w", dir, safefile.Reason(err))
	}
	var names []string
	for _, e := range entries { // sorted, so that X.jsonl comes before X.jsonl.gz
		m := ours.FindStringSubmatch(e.Name())
		if m == nil || m[2] != "" && slices.Contains(names, m[1]) {
			continue
		}
		names = append(names, e.Name())
	}
	return names, nil
}

// openFile opens a day for reading, whether it is compressed or not.
func openFile(dir, name string) (io.ReadCloser, error) {
	file, err := os.OpenFile(filepath.Join(dir, name), os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be opened: %w", filepath.Join(dir, name), safefile.Reason(err))
	}
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		file.Close()
		return nil, fmt.Errorf("%s is not a regular file; move it away", filepath.Join(dir, name))
	}
	if filepath.Ext(name) != ".gz" {
		return file, nil
	}
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s cannot be unpacked: %w", filepath.Join(dir, name), err)
	}
	return struct {
		io.Reader
		io.Closer
	}{unpacked, file}, nil
}

// lines calls each for every line of a file, without its newline. A line that
// is too long for a record comes cut.
func lines(r io.Reader, each func(line []byte) error) error {
	buffered := bufio.NewReaderSize(r, maxLine)
	for {
		line, err := buffered.ReadSlice('\n')
		line = bytes.TrimSuffix(line, []byte{'\n'})
		if len(line) > 0 || err == nil {
			if failed := each(line); failed != nil {
				return failed
			}
		}
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = buffered.ReadSlice('\n')
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// lastHash is the hash of the line that stands last in the trace: the start of
// a launch names it, so that what came before cannot be cut off unseen.
func lastHash(dir string) (string, error) {
	names, err := days(dir)
	if err != nil || len(names) == 0 {
		return "", err
	}
	name := names[len(names)-1]
	file, err := openFile(dir, name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	if seeker, ok := file.(io.Seeker); ok {
		// The first line from here on may be half a one; the last is whole.
		if size, err := seeker.Seek(0, io.SeekEnd); err == nil {
			_, err = seeker.Seek(max(0, size-maxLine), io.SeekStart)
			if err != nil {
				return "", err
			}
		}
	}
	hash := ""
	err = lines(file, func(line []byte) error {
		if r, intact, err := unseal(line); err == nil && intact {
			hash = r.Hash
		}
		return nil
	})
	return hash, err
}
