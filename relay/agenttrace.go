package relay

import (
	"context"
	"encoding/json"
	"time"

	"connector-browser/relay/snapshot"
	"connector-browser/relay/surface"
)

const traceTool = "browser_trace"

// trace begins and ends a recording, and tells of it (CD-140).
func (s *agent) trace(ctx context.Context, child *session, x *Exchange) (told, error) {
	given := struct{ Action, Name string }{Name: "session"}
	json.Unmarshal(x.arguments, &given)
	running := s.recording
	switch given.Action {
	case "start":
		if running != nil {
			return failure("STATE_INVALID", "a trace runs already, in "+running.path, "stop it first"), nil
		}
		return s.startTrace(ctx, child, x, given.Name)
	case "stop":
		if running == nil {
			return failure("STATE_INVALID", "no trace runs", "start one first"), nil
		}
		s.collect(ctx, child)
		running.close()
		s.recording = nil
		return running.told(false), nil
	}
	if running == nil {
		return told{texts: []string{"no trace runs"}, structured: map[string]any{"result": map[string]bool{"running": false}}}, nil
	}
	return running.told(true), nil
}

// startTrace makes the file and begins at the end of the log of the moment.
func (s *agent) startTrace(ctx context.Context, child *session, x *Exchange, name string) (told, error) {
	if s.relay.config.Traces == nil {
		return failure("UNSUPPORTED", "there is nowhere to write a trace", ""), nil
	}
	const now = 1<<53 - 1
	log, cursor, answer, err := s.log(ctx, child, now)
	switch {
	case err != nil:
		return told{}, err
	case log == nil:
		return s.failed(ctx, child, x, answer), nil
	}
	path, file, err := s.relay.config.Traces.Open(name)
	if err != nil {
		return failure("DRIVER_ERROR", "the trace was not begun: "+err.Error(), ""), nil
	}
	r := &recording{set: s.relay.config.Withhold, file: file, path: path, began: time.Now(), since: cursor, url: log.URL}
	r.write(event{Event: "meta", Name: name, Began: r.began.UTC().Format(time.RFC3339Nano), URL: clip(snapshot.Address(log.URL))})
	s.recording = r
	return told{texts: []string{"the trace is written to " + path}, structured: map[string]any{"result": map[string]string{"path": path}}}, nil
}

// log reads the log of the page; nil where it cannot be read now.
func (s *agent) log(ctx context.Context, child *session, since int64) (*surface.Rows, int64, got, error) {
	call := surface.Record(since, s.cursor)
	answer, err := s.call(ctx, child, tool(call.Tool, call.Arguments))
	if err != nil {
		return nil, 0, answer, err
	}
	out, ok := surface.ReadOutcome(answer.sections)
	var log surface.Rows
	if answer.isError || s.blocked != "" || !ok || json.Unmarshal(out.Value, &log) != nil {
		return nil, 0, answer, nil
	}
	s.cursor = max(s.cursor, out.Cursor)
	return &log, out.Cursor, answer, nil
}

// collectLimit bounds what reading the log adds to a call.
const collectLimit = 2 * time.Second

// collect writes down what the page logged and asked for since the last time. What
// cannot be read now, behind a dialog for one, is read after a later call.
func (s *agent) collect(ctx context.Context, child *session) {
	r := s.recording
	if r.noPage || s.blocked != "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, collectLimit)
	defer cancel()
	log, cursor, _, err := s.log(ctx, child, r.since)
	if err != nil || log == nil {
		return
	}
	if len(log.Rows) > 0 && log.Rows[0].ID > r.since+1 {
		r.write(event{T: r.now(), Event: "meta", Lost: log.Rows[0].ID - r.since - 1})
	}
	r.since = cursor
	for _, row := range log.Rows {
		r.row(row)
	}
	if log.URL != r.url {
		r.url = log.URL
		r.write(event{T: r.now(), Event: "navigation", URL: clip(snapshot.Address(log.URL))})
	}
}
