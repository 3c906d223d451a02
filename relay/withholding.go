package relay

import (
	"errors"

	"connector-browser/relay/withhold"
)

// withholding takes secrets out of whatever leaves: results, errors,
// notifications and requests alike. Only the trace comes after it (CB-111,
// CB-114).
type withholding struct {
	relay *Relay
	noRequest
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
