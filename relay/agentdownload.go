package relay

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"connector-browser/relay/surface"
)

// downloadArgument is what browser_wait_for takes beside on the agent surface.
const downloadArgument = `{"type":"string","minLength":1,"description":"Part of a download's file name: until it is complete"}`

func downloadWanted(arguments json.RawMessage) string {
	var given struct{ Download string }
	json.Unmarshal(arguments, &given)
	return given.Download
}

// The bounds of waiting for a download, and of what is remembered of them.
const (
	downloadLimit = 30 * time.Second
	downloadPause = 30 * time.Millisecond
	maxDownloads  = 100
)

// noteDownloads remembers what an answer says of downloads: the upstream says it
// once, in the answer to whatever call comes next.
func (s *agent) noteDownloads(events string) {
	for line := range strings.SplitSeq(events, "\n") {
		if strings.HasPrefix(line, "Downloaded file ") {
			s.downloads = append(s.downloads, line)
		}
	}
	s.downloads = s.downloads[max(0, len(s.downloads)-maxDownloads):]
}

// awaitDownload waits until a download is complete, and gives where it lies
// (SN-057).
func (s *agent) awaitDownload(ctx context.Context, child *session, name string) (got, error) {
	bounded, cancel := context.WithTimeout(ctx, downloadLimit)
	defer cancel()
	for {
		for _, line := range s.downloads {
			file, _, _ := strings.Cut(strings.TrimPrefix(s.shown(line), "Downloaded file "), ` to "`)
			if strings.Contains(file, name) {
				return got{result: json.RawMessage(`{}`), sections: []surface.Section{{Body: line}}}, nil
			}
		}
		select {
		case <-time.After(downloadPause):
		case <-bounded.Done():
			return got{result: json.RawMessage(`{}`), isError: true, text: "### Error\nTimeout 30000ms exceeded: no download was completed whose file name has these words"}, ctx.Err()
		}
		if _, err := s.call(bounded, child, fixedScript("async () => ARGUMENTS", true)); err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return got{}, err
		}
	}
}
