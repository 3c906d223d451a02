package relay

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"

	"connector-browser/strictjson"
)

// maxPending bounds the questions that wait for a modern client's second try.
const maxPending = 64

// askModern puts the question into the answer of the call, as the revision
// 2026-07-28 wants it: the client calls again, with the person's answer and the
// state that the question carried. The state is good for one further call of the
// same tool with the same arguments.
func (s *approve) askModern(x *Exchange, question map[string]any) verdict {
	state := rand.Text()
	s.mu.Lock()
	if s.pending == nil || len(s.pending) == maxPending {
		s.pending = map[string][32]byte{}
	}
	s.pending[state] = digest(x)
	s.mu.Unlock()
	x.Outcome = NeedsConfirmation
	x.Answer = resultAnswer(x.ID, encode(map[string]any{
		"resultType":    "input_required",
		"inputRequests": map[string]any{confirmArgument: map[string]any{"method": "elicitation/create", "params": question}},
		"requestState":  state,
	}))
	return answered
}

// answeredBefore looks for the person's answer in a call that is made again.
func (s *approve) answeredBefore(x *Exchange) (said json.RawMessage, again bool) {
	var params struct {
		State     string                     `json:"requestState"`
		Responses map[string]json.RawMessage `json:"inputResponses"`
	}
	if json.Unmarshal(x.Message.Params, &params) != nil || params.State == "" {
		return nil, false
	}
	s.mu.Lock()
	want, known := s.pending[params.State]
	delete(s.pending, params.State)
	s.mu.Unlock()
	return params.Responses[confirmArgument], known && want == digest(x)
}

// digest tells calls apart by tool and arguments.
func digest(x *Exchange) [32]byte {
	var compact bytes.Buffer
	if json.Compact(&compact, x.arguments) != nil {
		compact.Reset()
	}
	return sha256.Sum256(append([]byte(x.Tool+"\x00"), compact.Bytes()...))
}

// withoutAnswers takes the person's answer out of what the upstream is sent.
func withoutAnswers(x *Exchange) {
	params, err := strictjson.Outline(x.Message.Params)
	if err != nil {
		return
	}
	kept := params[:0:0]
	for _, m := range params {
		if m.Name != "inputResponses" && m.Name != "requestState" {
			kept = append(kept, m)
		}
	}
	x.Message.Params = join(kept)
	x.Message.Changed()
	if has(x.arguments, confirmArgument) { // advertised for clients that cannot ask
		x.setArguments(without(x.arguments, confirmArgument))
	}
}
