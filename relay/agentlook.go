package relay

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"connector-browser/relay/snapshot"
	"connector-browser/relay/surface"
)

// A sight is what one look at the page showed.
type sight struct {
	page    *snapshot.Page
	options snapshot.Options
	hidden  snapshot.Hidden
	text    string   // the same in the upstream's words
	raw     string   // with the title and the address
	id      string   // of the page: another tab has another one
	errors  int      // in the page's console
	tabs    []string // their addresses
	current int      // the one that was looked at
	events  string   // what the upstream told meanwhile

	note string // what else there is to say
}

// look takes one look at the page, once it was quiet for so long. A page that
// cannot be looked at is nil, and s.unseen says why where that is known.
func (s *agent) look(ctx context.Context, child *session, quietFor time.Duration, typed ...*entry) (*sight, error) {
	return s.gaze(ctx, child, looking(quietFor, glance, typed...))
}

func (s *agent) gaze(ctx context.Context, child *session, looking json.RawMessage) (*sight, error) {
	s.unseen = ""
	now, err := s.call(ctx, child, looking)
	if err != nil {
		return nil, err
	}
	if page := snapshot.Parse(now.text); page.Dialog != "" {
		return &sight{page: page}, nil
	}
	var told struct {
		ID, URL, Title, Snapshot string
		Inert, Secret, Live      []string
		Errors, Current          int
		Tabs                     []string
		Swallowed, Unsure        bool
		IsCut                    bool
		Unseen                   string
	}
	said, _, _ := strings.Cut(surface.Body(now.sections, "Result"), "\n")
	if now.isError || json.Unmarshal([]byte(said), &told) != nil || told.Tabs == nil {
		return nil, nil
	}
	if s.unseen = unseen[told.Unseen]; s.unseen != "" {
		s.roams = s.roams || told.Unseen == "restless"
		return nil, nil
	}
	for i, tab := range told.Tabs {
		told.Tabs[i] = snapshot.Address(tab)
	}
	page := snapshot.Read(told.Title, told.URL, told.Snapshot)
	note := ""
	if told.Swallowed {
		note = "the field is still empty: the page does not take what is typed"
	}
	if told.IsCut {
		note = "the page is longer than what is looked at: this is its beginning"
	}
	hidden := snapshot.Hidden{Gone: refsIn(told.Inert, true), Filled: refsIn(told.Secret, false), Known: page.Refs()}
	for ref := range hidden.Filled { // a field that was replaced meanwhile
		told.Unsure = told.Unsure || ref != "" && !hidden.Known[ref]
	}
	if told.Unsure {
		hidden.Known = snapshot.Unknown().Known
	}
	if s.recording != nil {
		s.recording.learn(told.Snapshot)
		s.recording.learnFields(page, hidden.Filled)
	}
	page.Hide(hidden)
	return &sight{
		page: page, hidden: hidden, options: snapshot.Options{Status: refsIn(told.Live, false)},
		text: told.Snapshot, raw: told.Title + "\n" + told.URL + "\n" + told.Snapshot, id: told.ID, errors: told.Errors,
		note: note, tabs: told.Tabs, current: told.Current, events: surface.Events(now.sections),
	}, nil
}

// unseen says why a page could not be looked at.
var unseen = map[string]string{
	"late":     "the page is too large or too busy to be looked at",
	"restless": "the page goes from one address to the next by itself, and cannot be looked at",
}

// unlooked is what is told of a page that could not be looked at.
func (s *agent) unlooked() told {
	return failure("TIMEOUT", s.unseen, s.relay.inListedNames("try a part of it with browser_read or browser_snapshot")+", or leave the page")
}

// refsIn are the refs of elements by their own snapshots, with all that is below
// them or without.
func refsIn(snapshots []string, below bool) map[string]bool {
	refs := map[string]bool{}
	for _, text := range snapshots {
		snapshot.Parse(text).Walk(func(n *snapshot.Node) bool {
			refs[n.Ref] = true
			return below
		})
	}
	return refs
}

// observe says what a call changed (CD-100): it takes one look, once the page is
// at rest, and tells the difference to the last one.
func (s *agent) observe(ctx context.Context, child *session, x *Exchange, did got) (string, error) {
	if page := snapshot.Parse(did.text); page.Dialog != "" {
		return s.looked(&sight{page: page}), nil
	}
	now, err := s.look(ctx, child, fence(x), typedBy(x))
	if err == nil && x.Tool == "browser_navigate" {
		now, err = s.passInterstitial(ctx, child, now)
	}
	if errors.Is(err, errHangs) { // the call itself was answered
		return strings.Join(s.hanging().texts, "\n"), nil
	}
	if err != nil {
		return "", err
	}
	switch {
	case now == nil && s.unseen != "":
		return strings.Join(s.unlooked().texts, "\n"), nil
	case now == nil:
		return "the page could not be looked at; call browser_snapshot", nil
	}
	return s.looked(now), nil
}
