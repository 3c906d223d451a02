package pins

import (
	"bufio"
	"io"
	"os"

	"github.com/ulikunitz/xz"
)

// A spool keeps what a .tar.xz decompresses to. An archive is read twice, once
// to check all of its names and once to unpack it, and xz is the one format
// that is slow to read: two hundred megabytes take seconds.
type spool struct {
	file  *os.File
	whole bool
}

// makeSpool gives an archive a spool where it needs one: a file that has no
// name any more and goes with its last reader.
func (a *fetched) makeSpool(folder string) error {
	if a.format() != "txz" {
		return nil
	}
	f, err := os.CreateTemp(folder, "tar-*")
	if err == nil {
		err = os.Remove(f.Name())
		a.spool = &spool{file: f}
	}
	return diskError(err, "unpacking", a.Name())
}

func (s *spool) close() {
	if s != nil {
		s.file.Close()
	}
}

// unxz gives the tar inside: from the spool if it was read to its end before.
func (a *fetched) unxz(w *walker) (io.Reader, error) {
	if a.spool != nil && a.spool.whole {
		_, err := a.spool.file.Seek(0, io.SeekStart)
		return w.bounded(bufio.NewReaderSize(a.spool.file, 1<<20)), err
	}
	x, err := xz.ReaderConfig{DictCap: 64 << 20}.NewReader(bufio.NewReaderSize(a.file, 1<<20))
	if err != nil {
		return nil, err
	}
	if a.spool == nil {
		return w.bounded(x), nil
	}
	if err := a.spool.file.Truncate(0); err != nil {
		return nil, diskError(err, "unpacking", a.Name())
	}
	if _, err := a.spool.file.Seek(0, io.SeekStart); err != nil {
		return nil, diskError(err, "unpacking", a.Name())
	}
	return &spooling{from: w.bounded(x), to: a.spool, archive: a.Name()}, nil
}

// spooling copies what is read.
type spooling struct {
	from    io.Reader
	to      *spool
	archive string
}

func (s *spooling) Read(p []byte) (int, error) {
	n, err := s.from.Read(p)
	if _, werr := s.to.file.Write(p[:n]); werr != nil {
		return 0, diskError(werr, "unpacking", s.archive)
	}
	s.to.whole = err == io.EOF
	return n, err
}
