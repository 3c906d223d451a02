package launcher

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// What a launch writes for answers that were too long, at most (CD-114).
const (
	maxSpills     = 500
	maxSpillBytes = 256 << 20
)

// spill keeps what is too long for an answer in the output folder of the launch.
// The folder belongs to the child, so it is entered by its descriptor, and a name
// that nobody can foresee is made anew.
type spill struct {
	directory *directory

	mu    sync.Mutex
	files int
	bytes int64
	open  []*os.File // traces
}

func (s *spill) Put(text string) (path string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	file, path, err := s.create(fmt.Sprintf("result-%03d", s.files+1), ".txt", len(text))
	if err != nil {
		return "", err
	}
	_, err = file.WriteString(text)
	if err = errors.Join(err, file.Close()); err != nil {
		s.directory.root.Remove(filepath.Base(path))
		s.files--
		s.bytes -= int64(len(text))
		return "", errors.New("the output folder of the launch is full")
	}
	return path, nil
}

// create makes a file and counts it, with as many bytes as it may take. What is
// written goes to its end, wherever that is by then: what must not leave may have
// been taken out of it meanwhile. s.mu is held.
func (s *spill) create(name, ending string, bytes int) (file *os.File, path string, err error) {
	if s.files >= maxSpills || s.bytes+int64(bytes) > maxSpillBytes {
		return nil, "", fmt.Errorf("a launch writes %d files of this kind at most, of %d MiB together", maxSpills, maxSpillBytes>>20)
	}
	name += "-" + strings.ToLower(rand.Text()) + ending
	file, err = s.directory.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
	if err != nil {
		return nil, "", errors.New("the output folder of the launch takes no file")
	}
	s.files++
	s.bytes += int64(bytes)
	return file, filepath.Join(s.directory.out(), name), nil
}

// close closes what is still written.
func (s *spill) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, file := range s.open {
		file.Close()
	}
}
