package relay

import (
	"context"
	"encoding/json"
	"strings"

	"connector-browser/relay/snapshot"
	"connector-browser/relay/surface"
)

// maxScrolls is how often a page that grows at its end is scrolled there for
// something that is not on it yet (SN-056).
const maxScrolls = 8

// find answers browser_find by what one look shows. What is hidden on the page or
// must not leave is taken out before the search: whether something is found tells
// nothing of it. A search into a file is the upstream's, and so is one that says
// too little or too much.
func (s *agent) find(ctx context.Context, child *session, x *Exchange) (told, error) {
	var asked struct{ Text, Regex, Filename string }
	json.Unmarshal(x.arguments, &asked)
	if (asked.Text == "") == (asked.Regex == "") || asked.Filename != "" {
		return s.searched(ctx, child, x)
	}
	search := surface.SearchText(asked.Text)
	if asked.Regex != "" {
		var err error
		if search, err = surface.SearchRegex(asked.Regex); err != nil {
			return failure("INVALID_ARGUMENT", err.Error(), "write it without lookaround and backreferences, or look for a text"), nil
		}
	}
	for scrolls := 0; ; scrolls++ {
		now, err := s.look(ctx, child, quiet)
		switch {
		case err != nil:
			return told{}, err
		case s.unseen != "":
			return s.unlooked(), nil
		case now == nil || now.page.Dialog != "": // the upstream says why
			return s.searched(ctx, child, x)
		}
		found := snapshot.Find(s.shown(now.hidden.Lines(now.text)), search.Query, search.Matches)
		if scrolls == maxScrolls || x.place != "" || !strings.HasPrefix(found, "No matches found for ") {
			return told{texts: []string{found}}, nil
		}
		more, err := s.call(ctx, child, fixedScript(scrollScript, nil))
		if grew := false; err != nil || !scripted(more, &grew) || !grew {
			return told{texts: []string{found}}, err
		}
	}
}

// searched is the upstream's own search, of which no value of a field is shown.
func (s *agent) searched(ctx context.Context, child *session, x *Exchange) (out told, err error) {
	if s.did, err = s.call(ctx, child, x.Message.Params); err != nil {
		return out, err
	}
	if s.did.isError {
		return s.failed(ctx, child, x, s.did), nil
	}
	s.did.sections = []surface.Section{{Title: "Result", Body: snapshot.Unknown().Lines(surface.Body(s.did.sections, "Result"))}}
	return plainly(s.did), nil
}
