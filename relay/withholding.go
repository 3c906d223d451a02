package relay

import (
	"encoding/json"
	"errors"

	"connector-browser/relay/withhold"
)

// withholding takes secrets out of whatever leaves: results, errors,
// notifications and requests alike. Only the trace comes after it (CB-111,
// CB-114).
type withholding struct {
	relay *Relay
}

// Request remembers what is about to be typed into a field that reads like a
// secret: the upstream and the page may say it again.
func (s *withholding) Request(x *Exchange) verdict {
	type input struct{ Element, Name, Target, Text, Value string }
	var inputs []input
	switch x.Tool {
	case "browser_type":
		var one input
		json.Unmarshal(x.arguments, &one) // what does not fit is refused further down
		inputs = append(inputs, one)
	case "browser_fill_form":
		var form struct{ Fields []input }
		json.Unmarshal(x.arguments, &form)
		inputs = form.Fields
	}
	for _, f := range inputs {
		if withhold.ReadsLikeSecret(f.Element) || withhold.ReadsLikeSecret(f.Name) || withhold.ReadsLikeSecret(f.Target) {
			s.remember(f.Text)
			s.remember(f.Value)
		}
	}
	return pass
}

// remember keeps a value that was typed. The name of a secret is no secret: its
// value is withheld all the same.
func (s *withholding) remember(value string) {
	if found, err := s.relay.wanted(value); err == nil && len(found) == 0 {
		s.relay.config.Withhold.Remember(value)
	}
}

func (s *withholding) Answer(x *Exchange) {
	if x.Answer == nil {
		return
	}
	line := x.Answer.Bytes()
	out, hits, err := s.relay.config.Withhold.JSON(line)
	if err != nil {
		s.instead(x, err)
		return
	}
	if x.Withheld = hits; len(hits) > 0 {
		x.Answer = &Message{ID: x.Answer.ID, Method: x.Answer.Method, Line: out}
	}
}

// instead puts a refusal in the place of a message that may not leave at all.
func (s *withholding) instead(x *Exchange, reason error) {
	x.Outcome, x.Withheld = Internal, []string{"the whole message"}
	if x.Answer.IsRequest() || x.ID == nil {
		s.relay.config.log("a message of the upstream's was dropped: %v", reason)
		x.Answer = nil // nobody waits for it
		return
	}
	hint := "ask for less of the page"
	if errors.Is(reason, withhold.ErrWhole) {
		hint = "the login state is never shown; ask for something else"
	}
	x.Answer = ourError(x.ID, Internal, withheldBy+reason.Error(), hint)
}
