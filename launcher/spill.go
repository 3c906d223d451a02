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
}

func (s *spill) Put(text string) (path string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.files >= maxSpills || s.bytes+int64(len(text)) > maxSpillBytes {
		return "", fmt.Errorf("a launch writes %d files of this kind at most, of %d MiB together", maxSpills, maxSpillBytes>>20)
	}
	name := fmt.Sprintf("result-%03d-%s.txt", s.files+1, strings.ToLower(rand.Text()))
	file, err := s.directory.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", errors.New("the output folder of the launch takes no file")
	}
	_, err = file.WriteString(text)
	if err = errors.Join(err, file.Close()); err != nil {
		s.directory.root.Remove(name)
		return "", errors.New("the output folder of the launch is full")
	}
	s.files++
	s.bytes += int64(len(text))
	return filepath.Join(s.directory.out(), name), nil
}
