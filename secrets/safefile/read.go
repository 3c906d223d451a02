package safefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// Read gives the content of a regular file of at most limit bytes, and what
// the file system says of it. A link is not followed, a fifo does not block,
// and what is judged is the open file, not its name, so that nobody can swap
// it in between.
func Read(path string, limit int64) ([]byte, fs.FileInfo, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK|syscall.O_NOCTTY, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, ErrMissing
	case errors.Is(err, syscall.ELOOP):
		return nil, nil, ErrLink
	case errors.Is(err, syscall.ENXIO), errors.Is(err, syscall.EOPNOTSUPP):
		return nil, nil, ErrIrregular // a socket
	case err != nil:
		return nil, nil, fmt.Errorf("cannot be opened: %w", Reason(err))
	}
	defer file.Close()

	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, nil, fmt.Errorf("cannot be looked at: %w", Reason(err))
	case info.IsDir():
		return nil, nil, ErrFolder
	case !info.Mode().IsRegular():
		return nil, nil, ErrIrregular
	case info.Size() > limit:
		return nil, nil, tooLarge(limit)
	}
	data, err := io.ReadAll(io.LimitReader(file, limit+1)) // it may grow while it is read
	switch {
	case err != nil:
		return nil, nil, fmt.Errorf("cannot be read: %w", Reason(err))
	case int64(len(data)) > limit:
		return nil, nil, tooLarge(limit)
	}
	return data, info, nil
}

func tooLarge(limit int64) error {
	if limit%(1<<20) == 0 {
		return fmt.Errorf("is larger than %d MiB", limit>>20)
	}
	return fmt.Errorf("is larger than %d bytes", limit)
}
