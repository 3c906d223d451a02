package demo

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"connector-browser/demo/mcp"
)

// relay is what the relay refuses, withholds and ends. Its session has the
// strict policy.
var relay = []step{
	{name: "list a tool that the policy denies", want: fmt.Sprintf("%d tools, without it", allTools-1), run: listDenied},
	{name: "call it", want: "connector.forbidden_scope", run: callDenied},
	{name: "smuggle its name past the policy", want: "6 of 6 refused, nothing ran", run: smuggle},
	{name: "give an argument that no schema knows", want: "INVALID_ARGUMENT", run: unknownArgument},
	{name: "read a password from the page", want: "withheld", run: readPassword},
	{name: "read a stolen cookie in base64", want: "withheld", run: readCookie},
	{name: "hang on a page that never answers", want: "connector.deadline, then Home", run: hang, limit: 5 * deadline},
}

// denied is the tool that the strict policy leaves out.
const denied = "browser_run_code_unsafe"

// deadline is how long a call may take in the strict session.
const deadline = 4 * time.Second

// strictPolicy leaves out the tool that runs scripts in the server, and ends
// what hangs early enough for a demo.
func strictPolicy(host string) string {
	return fmt.Sprintf("# written by connector-browser demo, anew at each run\n"+
		"[tools]\nallow = [\"*\"]\ndeny = [%q]\n\n[network]\nallow = [%q]\n\n[limits]\ncall_seconds = %d\n",
		denied, host, int(deadline.Seconds()))
}

func listDenied(ctx context.Context, w *walk) (string, error) {
	names, err := w.session.Tools(ctx)
	if err != nil {
		return "", err
	}
	for _, name := range names {
		if name == denied {
			return fmt.Sprintf("%d tools, with it", len(names)), nil
		}
	}
	return fmt.Sprintf("%d tools, without it", len(names)), nil
}

func callDenied(ctx context.Context, w *walk) (string, error) {
	_, err := w.session.Tool(ctx, denied, map[string]any{"code": "async (page) => 1"})
	return refusedWith(err)
}

// refusedWith is the code of the connector's own that an answer carries.
func refusedWith(err error) (string, error) {
	var own *mcp.Error
	switch {
	case err == nil:
		return "not refused", nil
	case errors.As(err, &own) && own.Data.Code != "":
		return own.Data.Code, nil
	default:
		return "", err
	}
}

func unknownArgument(ctx context.Context, w *walk) (string, error) {
	answer, err := w.session.Tool(ctx, "browser_navigate", map[string]any{"url": w.site.URL("/taken/argument"), "headers": "X-Evil: 1"})
	if err != nil {
		return "", err
	}
	if w.site.Seen("/taken/argument") > 0 {
		return "the call ran", nil
	}
	if !answer.IsError {
		return "not refused", nil
	}
	return answer.Structured.Error.Code, nil
}

// readPassword reads the login page as a snapshot. The field has to be there,
// its value nowhere in anything that this session has received.
func readPassword(ctx context.Context, w *walk) (string, error) {
	if _, err := w.visit(ctx, "/login"); err != nil {
		return "", err
	}
	page, err := w.snapshot(ctx)
	if err != nil {
		return "", err
	}
	return w.withheld(page, `textbox "Password"`, w.site.Password()), nil
}

// readCookie reads the page of the thief, which shows the login's cookie in
// base64 at all three alignments.
func readCookie(ctx context.Context, w *walk) (string, error) {
	if _, err := w.visit(ctx, "/thief"); err != nil {
		return "", err
	}
	page, err := w.snapshot(ctx)
	if err != nil {
		return "", err
	}
	return w.withheld(page, "- status ", spellings(w.site.Session())...), nil
}

// withheld looks at a page that was read, and at everything that ever came.
func (w *walk) withheld(page, place string, values ...string) string {
	received := string(w.session.Received())
	for _, value := range values {
		if strings.Contains(received, value) {
			return "it came through"
		}
	}
	for line := range strings.Lines(page) {
		if strings.Contains(line, place) && strings.Contains(line, "[withheld: ") {
			return "withheld"
		}
	}
	return "not there, and not said to be withheld"
}

// hang opens the page that never answers. The call has to end by the policy's
// deadline, and the session has to go on.
func hang(ctx context.Context, w *walk) (string, error) {
	began := time.Now()
	_, err := w.session.Tool(ctx, "browser_navigate", map[string]any{"url": w.site.URL("/slow")})
	got, err := refusedWith(err)
	if err != nil {
		return "", err
	}
	if w.site.Seen("/slow") == 0 {
		return "the page was never asked for", nil
	}
	if took := time.Since(began); took > 2*deadline {
		return fmt.Sprintf("%s after %.0f s", got, took.Seconds()), nil
	}
	answer, err := w.visit(ctx, "/")
	if err != nil {
		return "", err
	}
	return got + ", then " + title(answer), nil
}
