package launcher

import (
	"context"
	"io"

	"connector-browser/relay"
)

// Status makes a launch that serves nobody and gives the bytes of the status
// resource. The upstream is started and must answer as recorded; no browser is
// (CB-054, CB-057).
func (l Launch) Status(ctx context.Context) ([]byte, error) {
	client, goodbye := io.Pipe()
	defer goodbye.Close()
	var status []byte
	l.In, l.Out = client, io.Discard
	l.ready = func(r *relay.Relay) {
		status = r.Status()
		goodbye.Close()
	}
	_, err := l.Run(ctx)
	return status, err
}
