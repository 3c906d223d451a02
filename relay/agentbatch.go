package relay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"connector-browser/relay/surface"
)

// ran is what is told of one step of a batch.
type ran struct {
	Tool       string         `json:"tool"`
	OK         bool           `json:"ok"`
	DurationMs int64          `json:"durationMs"`
	Result     any            `json:"result,omitempty"`
	Error      map[string]any `json:"error,omitempty"`
}

// maxBatchResults bounds what the results of all steps take, so that there is
// room for what they changed (CD-058).
const maxBatchResults = 20 << 10

// batch makes the calls of a batch in its place in the line, so that nothing comes
// between them (CD-051), up to the first that fails, and looks at the page once.
// No step is healed, repeated or made otherwise than it was written (CD-056).
func (s *agent) batch(ctx context.Context, child *session, x *Exchange) (*Message, error) {
	var given struct {
		Observe  string
		Continue bool `json:"continue_on_error"`
	}
	json.Unmarshal(x.arguments, &given)
	changes, answers := false, false
	for _, step := range x.steps {
		changes = changes || guarded(step)
		answers = answers || surface.AnswersDialog(step.Tool)
	}
	if changes && !answers && s.loop.Vain(x.Tool, x.arguments, s.raw) {
		return s.answer(x, s.vain()), nil
	}
	bounded, cancel := s.sooner(ctx)
	defer cancel()
	var list []ran
	var said strings.Builder
	failedStep, late := -1, false
	var last *Exchange // that may have changed the page
	var did got
	for i, step := range x.steps {
		select {
		case <-x.cancelled: // what is left of it nobody wants any more
			return nil, errCancelled
		default:
		}
		if s.relay.over() {
			return nil, errOver
		}
		if last != nil && last == x.steps[i-1] { // the page that the last one led to
			if _, err := s.look(bounded, child, fence(last)); err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, errHangs) {
				return nil, err
			}
		}
		began := time.Now()
		out, err := s.step(bounded, child, step)
		switch late = errors.Is(err, context.DeadlineExceeded) || errors.Is(err, errHangs); {
		case errors.Is(err, errHangs):
			out = s.hanging()
		case late:
			out = failure("TIMEOUT", "the time of the batch was up", "what the step began may still happen: look at the page before you repeat it")
		case err != nil:
			return nil, err
		}
		r := ran{Tool: step.Tool, OK: !out.isError, DurationMs: time.Since(began).Milliseconds()}
		r.Result = out.structured["result"]
		r.Error, _ = out.structured["error"].(map[string]any)
		list = append(list, r)
		tell(&said, i, r, out.texts)
		if changing(step.Tool) {
			last, did = step, s.did
		}
		if out.isError && failedStep < 0 {
			failedStep = i
		}
		if out.isError && (late || !given.Continue) {
			break
		}
	}
	out := told{structured: map[string]any{"steps": list}}
	if failedStep >= 0 {
		skipped := len(x.steps) - len(list)
		out.isError, out.structured["failedStep"], out.structured["skipped"] = true, failedStep, skipped
		fmt.Fprintf(&said, "failed step: %d; skipped: %d\n", failedStep, skipped)
	}
	out.texts = []string{strings.TrimSuffix(said.String(), "\n")}
	if last != nil && given.Observe != "none" && !late {
		if given.Observe == "snapshot" {
			s.seen = nil
		}
		seen, err := s.observe(ctx, child, last, did)
		if err != nil {
			return nil, err
		}
		out.texts = append(out.texts, seen)
	}
	if changes {
		s.loop.Made(x.Tool, x.arguments, s.raw)
	}
	return s.answer(x, out), nil
}

// sooner is a context that ends a little before another one, so that there is time
// to say what was done by then.
func (s *agent) sooner(ctx context.Context) (context.Context, context.CancelFunc) {
	end, bounded := ctx.Deadline()
	if !bounded {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, end.Add(-s.relay.config.Policy.Limits.Call/10))
}

// step makes one call of a batch, the secrets in it put in their place right
// before, on the page that is there by then.
func (s *agent) step(ctx context.Context, child *session, x *Exchange) (told, error) {
	if err := ctx.Err(); err != nil {
		return told{}, err
	}
	s.relay.observe.Request(x)
	if x.wait != nil && x.settled(x.wait(ctx)) == answered {
		return toldOf(x.Answer), nil
	}
	m, err := s.act(ctx, child, x)
	if err != nil {
		return told{}, err
	}
	x.Answer = m
	(&substitute{relay: s.relay}).Answer(x)
	return toldOf(x.Answer), nil
}

// toldOf is what an answer tells.
func toldOf(m *Message) (out told) {
	if m.Result == nil {
		var e rpcError
		json.Unmarshal(m.Error, &e)
		code, hint := "DRIVER_ERROR", ""
		if e.Data != nil {
			code, hint = e.Data.Code, e.Data.Hint
		}
		return failure(code, e.Message, hint)
	}
	var result struct {
		Content           []textBlock    `json:"content"`
		StructuredContent map[string]any `json:"structuredContent"`
		IsError           bool           `json:"isError"`
	}
	json.Unmarshal(m.Result, &result)
	for _, block := range result.Content {
		out.texts = append(out.texts, block.Text)
	}
	out.structured, out.isError = result.StructuredContent, result.IsError
	return out
}

// tell says in words how a step went and what it gave, which is indented: what
// comes from a page is not to look like a line of ours. What there is no room for
// any more is left out, never how it went.
func tell(b *strings.Builder, i int, r ran, texts []string) {
	how := "ok"
	if !r.OK {
		how = "failed"
	}
	fmt.Fprintf(b, "[%d] %s %s %d ms", i, r.Tool, how, r.DurationMs)
	text := strings.ReplaceAll(strings.Join(texts, "\n"), "\n", "\n  ")
	room := min(surface.MaxStepResult, max(0, maxBatchResults-b.Len()))
	switch cut := surface.Cut(text, room); {
	case text == "" || text == "done":
	case len(cut) < len(text):
		fmt.Fprintf(b, ": %s…\n[left out: %d of %d bytes]", cut, len(text)-len(cut), len(text))
	default:
		fmt.Fprintf(b, ": %s", text)
	}
	b.WriteByte('\n')
}
