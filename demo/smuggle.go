package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"connector-browser/demo/mcp"
)

// smuggled are the spellings by which a name might get past one reader and
// still be understood by the next: NAME is the tool, CODE the script, ID the
// request's id, each as JSON.
var smuggled = []struct{ trick, line string }{
	{"a member in another case", `{"jsonrpc":"2.0","id":ID,"method":"tools/call","params":{"Name":NAME,"arguments":{"code":CODE}}}`},
	{"a second name that wins", `{"jsonrpc":"2.0","id":ID,"method":"tools/call","params":{"name":"browser_snapshot","name":NAME,"arguments":{"code":CODE}}}`},
	{"second params that win", `{"jsonrpc":"2.0","id":ID,"method":"tools/call","params":{"name":"browser_snapshot","arguments":{}},"params":{"name":NAME,"arguments":{"code":CODE}}}`},
	{"an escape in the name", `{"jsonrpc":"2.0","id":ID,"method":"tools/call","params":{"name":ESCAPED,"arguments":{"code":CODE}}}`},
	{"an escape in the member", `{"jsonrpc":"2.0","id":ID,"method":"tools/call","params":{"n\u0061me":NAME,"arguments":{"code":CODE}}}`},
	{"a batch", `[{"jsonrpc":"2.0","id":ID,"method":"tools/call","params":{"name":NAME,"arguments":{"code":CODE}}}]`},
}

// smuggle sends each line as it stands. It has to be answered with an error,
// and its script, which would visit a page of the site, must never run.
func smuggle(ctx context.Context, w *walk) (string, error) {
	refused := 0
	var through []string
	for i, s := range smuggled {
		code := fmt.Sprintf("async (page) => { await page.goto(%q) }", w.site.URL(fmt.Sprintf("/taken/%d", i)))
		m, err := w.raw(ctx, s.line, code)
		switch {
		case errors.Is(err, errSilence):
			through = append(through, s.trick+" (no answer)")
		case err != nil:
			return "", fmt.Errorf("%s: %w", s.trick, err)
		case m.Err == nil:
			through = append(through, s.trick)
		default:
			refused++
		}
	}
	ran := 0
	for i := range smuggled {
		if w.site.Seen(fmt.Sprintf("/taken/%d", i)) > 0 {
			ran++
		}
	}
	if ran == 0 && len(through) == 0 {
		return fmt.Sprintf("%d of %d refused, nothing ran", refused, len(smuggled)), nil
	}
	return fmt.Sprintf("%d ran; not refused: %s", ran, strings.Join(through, ", ")), nil
}

// errSilence is a line that was not answered.
var errSilence = errors.New("no answer")

// raw sends a line of smuggled and waits for what comes back under its id or,
// since a message that cannot be read has no id, under null or in an array.
func (w *walk) raw(ctx context.Context, line, code string) (mcp.Message, error) {
	quoted, err := json.Marshal(code)
	if err != nil {
		return mcp.Message{}, err
	}
	id := w.session.Next()
	escaped := fmt.Sprintf(`"\u%04x%s"`, denied[0], denied[1:])
	line = strings.NewReplacer("ID", id, "NAME", `"`+denied+`"`, "ESCAPED", escaped, "CODE", string(quoted)).Replace(line)
	answer := w.session.Expect(id)
	w.session.Stray()
	if err := w.session.Send([]byte(line)); err != nil {
		return mcp.Message{}, err
	}
	for silence := time.After(3 * time.Second); ; {
		for _, m := range w.session.Stray() {
			return m, nil
		}
		brief, stop := context.WithTimeout(ctx, 20*time.Millisecond)
		m, err := w.session.Await(brief, answer)
		waited := brief.Err() != nil
		stop()
		if err == nil || !waited || ctx.Err() != nil {
			return m, err
		}
		select {
		case <-silence:
			return m, errSilence
		default:
		}
	}
}
