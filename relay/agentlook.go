package relay

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"connector-browser/relay/snapshot"
	"connector-browser/relay/surface"
)

// got is what the upstream answered to a call of the agent stage.
type got struct {
	result   json.RawMessage // nil where the call failed as a message
	failure  json.RawMessage
	text     string // its text blocks
	sections []surface.Section
	isError  bool
}

// call makes a call of a tool under an id of the relay's own.
func (s *agent) call(ctx context.Context, child *session, params json.RawMessage) (got, error) {
	answer, err := child.call(ctx, "tools/call", params)
	if err != nil {
		return got{}, err
	}
	var result struct {
		Content []textBlock `json:"content"`
		IsError bool        `json:"isError"`
	}
	json.Unmarshal(answer.Result, &result)
	var texts []string
	for _, block := range result.Content {
		if block.Type == "text" {
			texts = append(texts, block.Text)
		}
	}
	text := strings.Join(texts, "\n")
	s.relay.observe.sees(answer.Result)
	s.refs.Note(text)
	sections := surface.Sections(text)
	s.noteDownloads(surface.Events(sections))
	if s.blocked = ""; strings.Contains(surface.Body(sections, "Modal state"), " dialog with message ") {
		s.blocked = snapshot.Parse(text).Dialog
	}
	return got{answer.Result, answer.Error, text, sections, result.IsError}, nil
}

func tool(name string, arguments any) json.RawMessage {
	return encode(map[string]any{"name": name, "arguments": arguments})
}

// A sight is what one look at the page showed.
type sight struct {
	page    *snapshot.Page
	options snapshot.Options
	hidden  snapshot.Hidden
	raw     string   // the same in the upstream's words
	errors  int      // in the page's console
	tabs    []string // their addresses
	current int      // the one that was looked at
	events  string   // what the upstream told meanwhile

	note string // what else there is to say
}

// look takes one look at the page, once it was quiet for so long. A page that
// cannot be looked at is nil.
func (s *agent) look(ctx context.Context, child *session, quietFor time.Duration, typed ...*entry) (*sight, error) {
	now, err := s.call(ctx, child, looking(quietFor, typed...))
	if err != nil {
		return nil, err
	}
	if page := snapshot.Parse(now.text); page.Dialog != "" {
		return &sight{page: page}, nil
	}
	var told struct {
		URL, Title, Snapshot string
		Inert, Secret, Live  []string
		Errors, Current      int
		Tabs                 []string
		Swallowed, Unsure    bool
	}
	said, _, _ := strings.Cut(surface.Body(now.sections, "Result"), "\n")
	if now.isError || json.Unmarshal([]byte(said), &told) != nil || told.Tabs == nil {
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
	hidden := snapshot.Hidden{Gone: refsIn(told.Inert, true), Filled: refsIn(told.Secret, false), Known: page.Refs()}
	if told.Unsure {
		hidden.Known = snapshot.Unknown().Known
	}
	page.Hide(hidden)
	return &sight{
		page: page, hidden: hidden, options: snapshot.Options{Status: refsIn(told.Live, false)},
		raw: told.Title + "\n" + told.URL + "\n" + told.Snapshot, errors: told.Errors,
		note: note, tabs: told.Tabs, current: told.Current, events: surface.Events(now.sections),
	}, nil
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
		now, err := s.look(ctx, child, quiet)
		if err != nil {
			return nil, err
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

// find answers browser_find without what is hidden on the page.
func (s *agent) find(ctx context.Context, child *session, x *Exchange) (got, error) {
	found, err := s.call(ctx, child, x.Message.Params)
	for range maxScrolls {
		if err != nil || found.isError || !strings.HasPrefix(surface.Body(found.sections, "Result"), "No matches found for ") {
			break
		}
		more, failed := s.call(ctx, child, fixedScript(scrollScript, nil))
		if grew := false; failed != nil || !scripted(more, &grew) || !grew {
			err = failed
			break
		}
		found, err = s.call(ctx, child, x.Message.Params)
	}
	if err != nil || found.isError {
		return found, err
	}
	hidden, err := s.hidden(ctx, child)
	found.sections = []surface.Section{{Title: "Result", Body: hidden.Lines(surface.Body(found.sections, "Result"))}}
	return found, err
}

// maxScrolls is how often a page that grows at its end is scrolled there for
// something that is not on it yet (SN-056).
const maxScrolls = 8

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
	if err != nil {
		return "", err
	}
	if now == nil {
		return "the page could not be looked at; call browser_snapshot", nil
	}
	return s.looked(now), nil
}

// looked remembers a look at the page and says what is new in it, the errors of
// its console last (CD-104). A dialog hides the page, and with it the console:
// the next delta is measured from the look before it.
func (s *agent) looked(now *sight) string {
	text := snapshot.Diff(s.seen, now.page, now.options)
	return text + s.remember(now)
}

// remember makes this look the last one, and gives the line of its errors.
func (s *agent) remember(now *sight) string {
	if now.page.Dialog != "" {
		return ""
	}
	since := now.errors - s.errors
	if since < 0 || document(s.seen) != document(now.page) { // the console of a new document starts anew
		since = now.errors
	}
	s.errors, s.raw, s.seen = now.errors, now.raw, now.page
	var lines []string
	if now.note != "" {
		lines = append(lines, now.note)
	}
	if now.events != "" {
		lines = append(lines, now.events)
	}
	if tabs := surface.Tabs(now.tabs, now.current, s.tabs); tabs != "" {
		lines = append(lines, tabs)
	}
	s.tabs = len(now.tabs)
	return "\n" + strings.Join(append(lines, fmt.Sprintf("errors: %d", since)), "\n")
}

// whole remembers a look at the page and shows all of it.
func (s *agent) whole(now *sight) string {
	text, _ := snapshot.Render(now.page, now.options)
	return text + s.remember(now)
}

// document is what the refs of a page have in common.
func document(p *snapshot.Page) (prefix string) {
	if p == nil {
		return "none"
	}
	p.Walk(func(n *snapshot.Node) bool {
		if prefix == "" && n.Ref != "" {
			prefix = surface.Document(n.Ref) + "e"
		}
		return prefix == ""
	})
	return prefix
}

// object is the arguments of a call, of which there may be none.
func object(arguments json.RawMessage) json.RawMessage {
	if len(arguments) == 0 {
		return json.RawMessage(`{}`)
	}
	return arguments
}
