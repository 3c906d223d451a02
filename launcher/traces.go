package launcher

import (
	"io"

	"connector-browser/relay"
)

// traces makes the files of browser_trace, which count among what a launch writes by
// itself. One that is still written when the launch ends is closed then.
type traces struct{ *spill }

func (t traces) Open(name string) (path string, file io.WriteCloser, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	made, path, err := t.create("trace-"+name, ".ndjson", relay.MaxTrace)
	if err != nil {
		return "", nil, err
	}
	t.open = append(t.open, made)
	return path, made, nil
}
