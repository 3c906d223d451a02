package relay

import (
	"context"
	"encoding/json"

	"connector-browser/relay/snapshot"
)

// snapshot answers browser_snapshot with the page in few words. A part of the
// page and a snapshot that goes into a file are no look at the page: neither
// moves what the next delta is measured from.
func (s *agent) snapshot(ctx context.Context, child *session, x *Exchange) (*Message, error) {
	var asked struct {
		Elements         *float64
		Target, Filename string
	}
	json.Unmarshal(x.arguments, &asked)
	options := snapshot.Options{}
	if asked.Elements != nil {
		options.Elements = int(*asked.Elements)
	}
	if asked.Target == "" && asked.Filename == "" {
		now, err := s.gaze(ctx, child, looking(quiet, stare))
		if err != nil {
			return nil, err
		}
		if s.unseen != "" {
			return s.answer(x, s.unlooked()), nil
		}
		if now != nil {
			now.options.Elements = options.Elements
			now.note = s.again(now)
			return s.answer(x, told{texts: []string{s.whole(now)}}), nil
		}
	} // what cannot be looked at may have its reason told by the upstream
	got, err := s.call(ctx, child, tool(x.Tool, json.RawMessage(without(object(x.arguments), "elements"))))
	switch {
	case err != nil:
		return nil, err
	case got.result == nil:
		return &Message{ID: x.ID, Error: got.failure}, nil
	}
	page := snapshot.Parse(got.text)
	switch {
	case page.Dialog != "":
		return s.answer(x, told{texts: []string{s.looked(&sight{page: page})}}), nil
	case got.isError:
		return s.answer(x, s.failed(ctx, child, x, got)), nil
	case asked.Filename != "":
		return s.answer(x, told{texts: []string{said(got)}}), nil
	}
	hidden, err := s.hidden(ctx, child)
	if err != nil {
		return nil, err
	}
	page.Hide(hidden)
	text, _ := snapshot.Render(page, options)
	return s.answer(x, told{texts: []string{text}}), nil
}

// maxSame is how many snapshots in a row may show the same before it is said.
const maxSame = 3

// again counts looks at a page that stays as it is, and says so to who goes on
// looking (SN-043). A snapshot is never held back for it (SN-042).
func (s *agent) again(now *sight) string {
	if s.raw == "" || now.raw != s.raw {
		s.same = 0
	}
	if s.same++; s.same < maxSame {
		return ""
	}
	return "this page is the same as in the snapshot before: use one of its elements, or stop and answer with what you have"
}

// hidden takes a look at what is hidden by now. It comes after the text of the
// upstream's that it is for: a field that is in the text and in no look has come
// meanwhile, and nobody knows what it is for.
func (s *agent) hidden(ctx context.Context, child *session) (snapshot.Hidden, error) {
	now, err := s.look(ctx, child, quiet)
	if now == nil {
		return snapshot.Unknown(), err
	}
	return now.hidden, err
}

// object is the arguments of a call, of which there may be none.
func object(arguments json.RawMessage) json.RawMessage {
	if len(arguments) == 0 {
		return json.RawMessage(`{}`)
	}
	return arguments
}
