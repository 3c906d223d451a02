package demo

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"connector-browser/demo/mcp"
)

// tool calls a tool that should succeed.
func (w *walk) tool(ctx context.Context, name string, arguments map[string]any) (mcp.Result, error) {
	result, err := w.session.Tool(ctx, name, arguments)
	if err == nil && result.IsError {
		return result, fmt.Errorf("%s: %s", name, firstLines(result.Text(), 3))
	}
	return result, err
}

// visit opens a page of the site. Chromium may still be busy with the error
// page of an earlier visit that was refused, and the upstream then reports the
// new one as interrupted: that is tried again.
func (w *walk) visit(ctx context.Context, path string) (mcp.Result, error) {
	for {
		result, err := w.session.Tool(ctx, "browser_navigate", map[string]any{"url": w.site.URL(path)})
		switch {
		case err != nil:
			return result, err
		case !result.IsError:
			return result, nil
		case !strings.Contains(result.Text(), "interrupted by another navigation"):
			return result, errors.New(firstLines(result.Text(), 3))
		}
	}
}

// snapshot is the page as the model reads it.
func (w *walk) snapshot(ctx context.Context) (string, error) {
	result, err := w.tool(ctx, "browser_snapshot", nil)
	return result.Text(), err
}

// title is the page's title as an answer of the upstream names it, without the
// site's name.
func title(answer mcp.Result) string {
	for line := range strings.Lines(answer.Text()) {
		if rest, ok := strings.CutPrefix(line, "- Page Title: "); ok {
			name, _, _ := strings.Cut(strings.TrimSpace(rest), " · ")
			return name
		}
	}
	return "no title"
}

// node is the text of the first node of a role in a snapshot: what follows
// `- status [ref=…]:`.
func node(snapshot, role string) string {
	for line := range strings.Lines(snapshot) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "- "+role+" ") {
			if _, text, ok := strings.Cut(line, "]: "); ok {
				return text
			}
		}
	}
	return "no " + role
}

// firstLines is the beginning of a long text, on one line.
func firstLines(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[:min(n, len(lines))], " / ")
}
