package pins

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"connector-browser/secrets/safefile"
)

// oNoFollow keeps an open from following a link in the last place of a path.
const oNoFollow = syscall.O_NOFOLLOW

// oNonBlock keeps an open of a fifo from waiting for its other end.
const oNonBlock = syscall.O_NONBLOCK

// wrongBytesError says that a file is not the archive that the lock pins.
// Nothing was unpacked then (CB-008).
type wrongBytesError struct{ archive, reason string }

func (e *wrongBytesError) Error() string {
	return fmt.Sprintf("%s is not what binaries.lock.json pins: %s; nothing was unpacked", e.archive, e.reason)
}

// openVerified opens a file and compares its size and its sha256 with what the
// lock says of the archive. The file is given with its offset at the start.
func openVerified(ctx context.Context, path string, a *Archive) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|oNoFollow|oNonBlock, 0)
	if err != nil {
		return nil, err
	}
	if err := verifyOpen(ctx, file, a); err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

func verifyOpen(ctx context.Context, file *os.File, a *Archive) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || a.Size > 0 && info.Size() != a.Size || info.Size() > a.limit() {
		return &wrongBytesError{a.Name(), fmt.Sprintf("it has %d bytes where %d are right", info.Size(), a.limit())}
	}
	sum, err := hashReader(ctx, file)
	if err != nil {
		return err
	}
	if sum != a.SHA256 {
		return &wrongBytesError{a.Name(), fmt.Sprintf("its sha256 is %s where %s is right", sum, a.SHA256)}
	}
	_, err = file.Seek(0, io.SeekStart)
	return err
}

// hashReader is the sha256 of everything that r gives, in lower-case
// hexadecimal. Plain reads in large pieces are faster here than a memory map,
// and a file that shrinks meanwhile is an error rather than a SIGBUS.
func hashReader(ctx context.Context, r io.Reader) (string, error) {
	h := sha256.New()
	buf := make([]byte, 256<<10)
	for {
		if err := ctx.Err(); err != nil {
			return "", context.Cause(ctx)
		}
		n, err := r.Read(buf)
		h.Write(buf[:n])
		if err == io.EOF {
			return hex.EncodeToString(h.Sum(nil)), nil
		}
		if err != nil {
			return "", err
		}
	}
}

func hashBytes(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// localError is a failure of this machine's disk: no other source mends it.
type localError struct {
	doing, what string
	err         error
}

func (e *localError) Error() string {
	if errors.Is(e.err, syscall.ENOSPC) || errors.Is(e.err, syscall.EDQUOT) {
		return fmt.Sprintf("the disk is full while %s %s; free some space and run connector-browser install again, it continues from what it has", e.doing, e.what)
	}
	return fmt.Sprintf("%s %s failed: %v", e.doing, e.what, safefile.Reason(e.err))
}

func (e *localError) Unwrap() error { return e.err }

func diskError(err error, doing, what string) error {
	if err == nil {
		return nil
	}
	return &localError{doing, what, err}
}

func isLocal(err error) bool {
	var local *localError
	return errors.As(err, &local)
}
