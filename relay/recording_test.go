package relay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"connector-browser/relay/withhold"
)

// sheet is a file that has room for so many lines.
type sheet struct {
	bytes.Buffer
	room int
}

func (s *sheet) Write(p []byte) (int, error) {
	if s.room--; s.room < 0 {
		return 0, errors.New("full")
	}
	return s.Buffer.Write(p)
}

func (s *sheet) Close() error { return nil }

// CD-140: a trace is bounded, and it says so in its last line and in the answer; so it
// does where its file takes no more.
func TestTraceIsBounded(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		room int
		says string
	}{
		"by its bound": {1 << 20, "that is the bound of 4 MiB: %d later events are not in it"},
		"by its file":  {100, "the file took no more: %d later events are not in it"},
	} {
		t.Run(name, func(t *testing.T) {
			file := &sheet{room: c.room}
			r := recording{set: withhold.New(nil), file: file, path: "/out/trace"}
			const written = 5000
			for n := range written {
				r.write(event{T: int64(n), Event: "console", Text: strings.Repeat("x", 1000)})
			}
			lines := strings.Split(strings.TrimSuffix(file.String(), "\n"), "\n")
			for _, line := range lines {
				if !json.Valid([]byte(line)) {
					t.Fatalf("%q", line)
				}
			}
			full := strings.Contains(lines[len(lines)-1], `"full":true`)
			kept := len(lines)
			if full {
				kept--
			}
			says := r.told(true).texts[0]
			if file.Len() > MaxTrace || full != r.full || full != (c.room > written) || !strings.HasSuffix(says, fmt.Sprintf(c.says, written-kept)) ||
				!strings.HasPrefix(says, fmt.Sprintf("%d events, %d bytes in /out/trace", len(lines), file.Len())) {
				t.Errorf("%d bytes in %d lines; it says %s", file.Len(), len(lines), says)
			}
		})
	}
}

// CD-141: an event that carries the login state as a whole is left as an event alone.
func TestTraceOfWhatMayNotLeave(t *testing.T) {
	t.Parallel()
	const state = `{"cookies":[{"name":"session","value":"0123456789abcdef"}],"origins":[]}`
	set := withhold.New(nil)
	set.Whole([]byte(state))
	file := &sheet{room: 10}
	r := recording{set: set, file: file}
	r.write(event{T: 7, Event: "console", Text: "it says " + state})
	var e event
	if err := json.Unmarshal(file.Bytes(), &e); err != nil || e.T != 7 || e.Event != "console" || !strings.HasPrefix(e.Text, "[withheld: ") || strings.Contains(file.String(), "0123") {
		t.Errorf("%s, %v", file, err)
	}
}
