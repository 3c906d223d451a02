package launcher

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"connector-browser/launcher/output"
	"connector-browser/policy"
	"connector-browser/relay/withhold"
	"connector-browser/secrets"
)

// saver takes the login state that the upstream wrote into the launch's output
// folder and stores it as the connector's handle (CB-131).
type saver struct {
	directory *directory
	connector *secrets.Dir
	login     policy.LoginRules
	withhold  *withhold.Set
	files     *output.Folder
	say       func(string)
}

// Name is where the upstream is told to write. Nothing is withheld in that file.
func (s *saver) Name(file string) string {
	s.files.Except(file)
	return filepath.Join(s.directory.out(), file)
}

// Save stores the state; the secrets room checks it by the rule of auth and
// writes it whole (CB-133, CB-136). What was saved is the login from then on, so
// it is withheld from the rest of the session as well.
func (s *saver) Save(ctx context.Context, file string) error {
	state, err := s.take(file)
	if err != nil {
		return err
	}
	if err := s.connector.StoreState(ctx, state); err != nil {
		return err
	}
	withholdLogin(s.withhold, state)
	return nil
}

// take reads what the upstream wrote, removes it, and gives what is to be kept
// of it.
func (s *saver) take(file string) ([]byte, error) {
	defer s.Discard(file)
	state, err := s.read(file)
	if err != nil || len(s.login.Domains) == 0 {
		return state, err
	}
	return secrets.Keep(state, s.login.Keeps)
}

// read takes a regular file alone, and never more than a state may have. A link
// is told before it is followed; one that takes the file's place in between is
// found to be another file.
func (s *saver) read(file string) ([]byte, error) {
	named, err := s.directory.root.Lstat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("the upstream wrote no file")
	case err != nil:
		return nil, errors.New("what the upstream wrote cannot be examined")
	case !named.Mode().IsRegular():
		return nil, errors.New("what the upstream wrote is not a regular file")
	}
	f, err := s.directory.root.OpenFile(file, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, errors.New("what the upstream wrote cannot be opened")
	}
	defer f.Close()
	if opened, err := f.Stat(); err != nil || !os.SameFile(named, opened) {
		return nil, errors.New("what the upstream wrote was exchanged while it was read")
	}
	state, err := io.ReadAll(io.LimitReader(f, secrets.MaxState+1))
	if err != nil {
		return nil, errors.New("what the upstream wrote cannot be read")
	}
	return state, nil
}

// Discard removes the file; where that fails, the person is told (CB-132).
func (s *saver) Discard(file string) {
	defer s.files.Gone(file)
	if err := s.directory.root.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.say(fmt.Sprintf("a file of a saved login state could not be removed from the launch directory: %v", err))
	}
}
