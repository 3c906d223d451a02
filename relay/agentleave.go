package relay

import (
	"context"
	"encoding/json"

	"connector-browser/relay/surface"
)

// maxDialogs is how many dialogs in a row are dismissed for a navigation.
const maxDialogs = 5

// fileChooser is what the upstream calls one that is open. While it is, a navigation
// is told to have gone well and is not made.
const fileChooser = "File chooser"

// dismissed answers the dialogs that are open, file choosers with no file, and
// navigates all the same (SN-052). A page that goes on opening them is closed, and left
// in a new one.
func (s *agent) dismissed(ctx context.Context, child *session, x *Exchange) (got, error) {
	note := "dismissed: " + s.blocked
	for i := 0; i < maxDialogs && s.blocked != ""; i++ {
		dismissal := tool("browser_handle_dialog", map[string]bool{"accept": false})
		if s.blocked == fileChooser {
			dismissal = tool("browser_file_upload", struct{}{})
		}
		if answer, err := s.call(ctx, child, dismissal); err != nil {
			return answer, err
		}
	}
	left, before := false, s.relay.observe.where()
	var made got
	if s.blocked == "" {
		var err error
		if made, err = s.call(ctx, child, x.Message.Params); err != nil {
			return made, err
		}
		left = s.blocked == "" || s.relay.observe.where() != before
	}
	if !left { // although the upstream calls that a success
		note += "\nthe page went on opening dialogs, and was closed"
		err := s.clear(ctx, child)
		if err == nil {
			made, err = s.call(ctx, child, x.Message.Params)
		}
		if err != nil {
			return made, err
		}
	}
	if !made.isError {
		made.sections = append([]surface.Section{{Body: note}}, made.sections...)
	}
	return made, nil
}

// escaped navigates in a new page, in the place of one that goes elsewhere by itself
// faster than it can be left.
func (s *agent) escaped(ctx context.Context, child *session, x *Exchange) (made got, err error) {
	closing := tool("browser_tabs", map[string]string{"action": "close"})
	for _, params := range []json.RawMessage{closing, newPage, x.Message.Params} {
		if made, err = s.call(ctx, child, params); err != nil {
			return made, err
		}
	}
	s.seen, s.roams = nil, false
	if !made.isError {
		made.sections = append([]surface.Section{{Body: "the page went to other addresses by itself, and was closed"}}, made.sections...)
	}
	return made, nil
}
