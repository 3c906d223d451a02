package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"time"

	"connector-browser/demo/site"
)

// allTools is how many the pinned upstream offers.
const allTools = 25

// setUp is the road from nothing to an open session.
var setUp = []step{
	{name: "install the pinned build", want: "installed", run: install, vital: true, limit: 30 * time.Minute},
	{name: "status without a login", want: `{"state":"unauthorized","tools":[]}`, run: unauthorized, vital: true},
	{name: "store a login", want: fmt.Sprintf("authorized, %d tools", allTools), run: storeLogin, vital: true},
	{name: "start", want: "a launch directory of its own, drwx------", run: start, vital: true},
	{name: "initialize", want: "MCP 2025-11-25", run: initialize, vital: true},
	{name: "list the tools", want: fmt.Sprintf("%d tools", allTools), run: listTools},
}

// openPolicy grants every tool, the most dangerous included, and one host: what
// is stopped in this session is stopped by the walls.
func openPolicy(host string) string {
	return fmt.Sprintf("# written by connector-browser demo, anew at each run\n[tools]\nallow = [\"*\"]\n\n[network]\nallow = [%q]\n", host)
}

func install(ctx context.Context, w *walk) (string, error) {
	if _, err := w.home.Verb(ctx, "", w.notes, "install"); err != nil {
		return "", err
	}
	return "installed", nil
}

// unauthorized forgets what an earlier demo may have left, its policy included.
func unauthorized(ctx context.Context, w *walk) (string, error) {
	if err := errors.Join(w.home.Forget(), w.home.SetPolicy(openPolicy(w.site.Host()))); err != nil {
		return "", err
	}
	out, err := w.home.Verb(ctx, "", io.Discard, "status")
	return strings.TrimSpace(out), err
}

// storeLogin hands a login state to auth and asks status what came of it. The
// file is gone again when the step ends, as a person is told to do.
func storeLogin(ctx context.Context, w *walk) (string, error) {
	domain, _, err := net.SplitHostPort(w.site.Host())
	if err != nil {
		return "", err
	}
	state, err := cookieState(domain, site.SessionCookie, w.site.Session())
	if err != nil {
		return "", err
	}
	file, err := w.home.Private("login.json", state)
	if err != nil {
		return "", err
	}
	defer os.Remove(file)
	request, err := json.Marshal(map[string]string{"storageStateFile": file})
	if err != nil {
		return "", err
	}
	if _, err := w.home.Verb(ctx, string(request)+"\n", io.Discard, "auth"); err != nil {
		return "", err
	}
	out, err := w.home.Verb(ctx, "", io.Discard, "status")
	if err != nil {
		return "", err
	}
	var status struct {
		State string   `json:"state"`
		Tools []string `json:"tools"`
	}
	if err := json.Unmarshal([]byte(out), &status); err != nil {
		return "", fmt.Errorf("status cannot be read: %w", err)
	}
	return fmt.Sprintf("%s, %d tools", status.State, len(status.Tools)), nil
}

// cookieState is a login state with one cookie, in Playwright's form.
func cookieState(domain, name, value string) ([]byte, error) {
	return json.Marshal(map[string]any{
		"cookies": []any{map[string]any{
			"name": name, "value": value, "domain": domain, "path": "/", "expires": -1,
			"httpOnly": false, "secure": false, "sameSite": "Lax",
		}},
		"origins": []any{},
	})
}
