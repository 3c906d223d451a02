package launcher

import (
	"context"
	"encoding/base64"
	"encoding/json"

	"connector-browser/secrets"
)

// heldSaver keeps what a save would store in memory: until the person is done,
// the stored login stays as it is.
type heldSaver struct {
	*saver
	window *window
}

func (s heldSaver) Save(_ context.Context, file string) error { return s.window.take(file) }

// take reads the file of a whole state.
func (w *window) take(file string) error {
	w.state, w.refused = w.saver.take(file)
	if w.refused == nil {
		w.refused = secrets.CheckState(w.state)
	}
	return w.refused
}

// takeSnapshot takes what the watch saw last of a browser that is gone. It knows
// the storage of the pages that were open; that of other sites is as it was
// before.
func (w *window) takeSnapshot(encoded string) error {
	var seen, before struct {
		Cookies json.RawMessage   `json:"cookies"`
		Origins []json.RawMessage `json:"origins"`
	}
	text, err := base64.StdEncoding.DecodeString(encoded)
	if err == nil {
		err = json.Unmarshal(text, &seen)
	}
	if err == nil {
		err = json.Unmarshal(w.before, &before)
	}
	if err != nil {
		return errWindowLost
	}
	known := map[string]bool{}
	for _, origin := range seen.Origins {
		known[originOf(origin)] = true
	}
	for _, origin := range before.Origins {
		if !known[originOf(origin)] {
			seen.Origins = append(seen.Origins, origin)
		}
	}
	if seen.Origins == nil {
		seen.Origins = []json.RawMessage{}
	}
	state, err := json.Marshal(seen)
	if err == nil && len(w.saver.login.Domains) > 0 {
		state, err = secrets.Keep(state, w.saver.login.Keeps)
	}
	if err == nil {
		err = secrets.CheckState(state)
	}
	w.state = state
	return err
}

func originOf(entry json.RawMessage) string {
	var o struct{ Origin string }
	json.Unmarshal(entry, &o)
	return o.Origin
}
