package pins

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// stall is how long a download may stand still before it is broken off and
// resumed.
const stall = 30 * time.Second

// once makes one request for what is still missing of an archive and appends
// the answer to the partial file. It returns nil when the file is complete as
// far as the answer tells; the sha256 is compared afterwards. Resumed says that
// some of the file's bytes are from before this request.
func (f *fetcher) once(ctx context.Context, a *Archive, address string) (resumed bool, err error) {
	name := filepath.Join(f.dir, a.Name())
	part, have, err := openPartial(name+".part", a)
	if err != nil {
		return false, diskError(err, "writing", a.Name())
	}
	defer part.Close()
	if have > 0 && have == a.Size {
		return true, nil
	}

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return false, errors.New("its address cannot be used")
	}
	host := req.URL.Host
	req.Header.Set("User-Agent", "connector-browser")
	req.Header.Set("Accept-Encoding", "identity")
	if have > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
		if tag, err := os.ReadFile(name + ".part.etag"); err == nil && len(tag) > 0 {
			req.Header.Set("If-Range", string(tag))
		}
	}
	res, err := f.client.Do(req)
	if err != nil {
		if ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		return false, classify(host, err)
	}
	defer res.Body.Close()

	have, total, err := startOfBody(host, res, have)
	if errors.Is(err, errStartOver) {
		dropPartial(name)
		return false, &brokenOffError{host, errors.New("it has other bytes than the part downloaded before")}
	}
	if err != nil {
		return false, err
	}
	if total > a.limit() || a.Size > 0 && total >= 0 && total != a.Size {
		return false, &wrongBytesError{a.Name(), fmt.Sprintf("%s offers %d bytes where binaries.lock.json allows %d", host, total, a.limit())}
	}
	if err := part.Truncate(have); err != nil {
		return false, diskError(err, "writing", a.Name())
	}
	if _, err := part.Seek(have, io.SeekStart); err != nil {
		return false, diskError(err, "writing", a.Name())
	}
	keepTag(name+".part.etag", res.Header.Get("Etag"))
	f.progress.Started(a.Name(), have, total)
	return have > 0, f.receive(ctx, cancel, a, host, part, have, total, res.Body)
}

// receive copies the body and watches that it neither stalls nor exceeds the
// archive's limit.
func (f *fetcher) receive(ctx context.Context, cancel context.CancelCauseFunc, a *Archive, host string, part *os.File, have, total int64, body io.Reader) error {
	watchdog := time.AfterFunc(stall, func() { cancel(fmt.Errorf("no byte came for %v", stall)) })
	defer watchdog.Stop()
	buf := make([]byte, 256<<10)
	for {
		n, err := body.Read(buf)
		if n > 0 {
			watchdog.Reset(stall)
			if have += int64(n); have > a.limit() {
				return &wrongBytesError{a.Name(), fmt.Sprintf("%s sends more than the %d bytes that binaries.lock.json allows", host, a.limit())}
			}
			if _, err := part.Write(buf[:n]); err != nil {
				return diskError(err, "writing", a.Name())
			}
			f.progress.Received(a.Name(), int64(n))
		}
		switch {
		case err == io.EOF && (total < 0 || have == total):
			return nil
		case err == io.EOF:
			return &brokenOffError{host, io.ErrUnexpectedEOF}
		case ctx.Err() != nil:
			return &brokenOffError{host, context.Cause(ctx)}
		case err != nil:
			return &brokenOffError{host, err}
		}
	}
}

var errStartOver = errors.New("start over")

// startOfBody says at which byte of the archive the answer's body begins and
// how long the archive is in all, -1 where the host does not say.
func startOfBody(host string, res *http.Response, have int64) (start, total int64, err error) {
	switch res.StatusCode {
	case http.StatusOK:
		return 0, res.ContentLength, nil
	case http.StatusPartialContent:
		rest, ok := strings.CutPrefix(res.Header.Get("Content-Range"), "bytes ")
		span, size, ok2 := strings.Cut(rest, "/")
		from, _, ok3 := strings.Cut(span, "-")
		at, err := strconv.ParseInt(from, 10, 64)
		if !ok || !ok2 || !ok3 || err != nil || at != have {
			return 0, 0, errStartOver
		}
		if total, err = strconv.ParseInt(size, 10, 64); err != nil {
			total = -1
		}
		return have, total, nil
	case http.StatusRequestedRangeNotSatisfiable:
		return 0, 0, errStartOver
	}
	return 0, 0, newStatusError(host, res)
}

// openPartial opens what an earlier run left; more than the archive can have
// is thrown away.
func openPartial(name string, a *Archive) (*os.File, int64, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|oNoFollow, 0o600)
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err == nil && (!info.Mode().IsRegular() || info.Size() > a.limit()) {
		err = file.Truncate(0)
		return file, 0, err
	}
	if err != nil {
		file.Close()
		return nil, 0, err
	}
	return file, info.Size(), nil
}

// keepTag remembers the validator of the partial file; a weak one proves
// nothing about bytes.
func keepTag(name, tag string) {
	if tag == "" || strings.HasPrefix(tag, "W/") || len(tag) > 512 {
		os.Remove(name)
		return
	}
	os.WriteFile(name, []byte(tag), 0o600)
}
