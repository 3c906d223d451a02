package launcher

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"connector-browser/secrets"
)

// saver takes the login state that the upstream wrote into the launch's output
// folder and stores it as the connector's handle (CB-131). It works from the
// folder's descriptor, opened before the child ran: the child may move the
// folder or put a link in its place, and reaches nothing by it.
type saver struct {
	out       *os.File // the output folder
	connector *secrets.Dir
	say       func(string)
}

func newSaver(d *directory, connector *secrets.Dir, say func(string)) (*saver, error) {
	out, err := os.Open(d.out())
	if err != nil {
		return nil, fmt.Errorf("cannot open the output folder of the launch: %w", err)
	}
	return &saver{out, connector, say}, nil
}

// Name is where the upstream is told to write.
func (s *saver) Name(file string) string { return filepath.Join(s.out.Name(), file) }

// Save stores the state; the secrets room checks it by the rule of auth and
// writes it whole (CB-133, CB-136).
func (s *saver) Save(ctx context.Context, file string) error {
	defer s.Discard(file)
	state, err := s.read(file)
	if err != nil {
		return err
	}
	return s.connector.StoreState(ctx, state)
}

// read takes a regular file alone, and never more than a state may have.
func (s *saver) read(file string) ([]byte, error) {
	fd, err := unix.Openat(int(s.out.Fd()), file, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	switch {
	case errors.Is(err, unix.ENOENT):
		return nil, errors.New("the upstream wrote no file")
	case errors.Is(err, unix.ELOOP):
		return nil, errors.New("what the upstream wrote is a link")
	case err != nil:
		return nil, fmt.Errorf("what the upstream wrote cannot be opened: %w", err)
	}
	f := os.NewFile(uintptr(fd), file)
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("what the upstream wrote cannot be examined: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("what the upstream wrote is not a regular file")
	}
	state, err := io.ReadAll(io.LimitReader(f, secrets.MaxState+1))
	if err != nil {
		return nil, errors.New("what the upstream wrote cannot be read")
	}
	return state, nil
}

// Discard removes the file; where that fails, the person is told (CB-132).
func (s *saver) Discard(file string) {
	err := unix.Unlinkat(int(s.out.Fd()), file, 0)
	if errors.Is(err, unix.EISDIR) || errors.Is(err, unix.EPERM) {
		err = unix.Unlinkat(int(s.out.Fd()), file, unix.AT_REMOVEDIR)
	}
	if err != nil && !errors.Is(err, unix.ENOENT) {
		s.say(fmt.Sprintf("a file of a saved login state could not be removed from the launch directory: %v", err))
	}
}
