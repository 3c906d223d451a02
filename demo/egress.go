package demo

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"

	"connector-browser/demo/mcp"
)

// refusal is how the connector names a host that it refused during a call.
var refusal = regexp.MustCompile(`refused by connector-browser: (\S+) `)

func openMetadata(ctx context.Context, w *walk) (string, error) {
	said, err := w.navigate(ctx, "http://169.254.169.254/latest/meta-data/")
	return "refused: " + refused(said), err
}

// followRedirect asks the site for a page that leads on to the host beside it.
// The host counts who really came.
func followRedirect(ctx context.Context, w *walk) (string, error) {
	before := w.site.Other().Connections()
	said, err := w.navigate(ctx, w.site.URL("/away"))
	if err != nil {
		return "", err
	}
	if w.site.Seen("/away") == 0 {
		return "the page that redirects was never asked for", nil
	}
	return w.counted(said, before), nil
}

// navigate gives what is said of an address, whether as the tool's answer or,
// where the address alone is refused, as the connector's error.
func (w *walk) navigate(ctx context.Context, address string) (string, error) {
	answer, err := w.session.Tool(ctx, "browser_navigate", map[string]any{"url": address})
	var own *mcp.Error
	if errors.As(err, &own) {
		return own.Message, nil
	}
	return answer.Text(), err
}

// openSocket lets a page call the same host, and waits until the page itself
// says how that ended.
func openSocket(ctx context.Context, w *walk) (string, error) {
	before := w.site.Other().Connections()
	answer, err := w.visit(ctx, "/socket")
	if err != nil {
		return "", err
	}
	for {
		page, err := w.snapshot(ctx)
		if err != nil {
			return "", err
		}
		if said := node(page, "status"); said != "calling" {
			if said != "the radio stayed silent" {
				return said, nil
			}
			return w.counted(answer.Text(), before), nil
		}
		select {
		case <-ctx.Done():
			return "", fmt.Errorf("the page never said how its call ended: %w", ctx.Err())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// counted tells whether the connector said that it refused the host beside the
// site, and how many connections reached that host all the same.
func (w *walk) counted(said string, before int64) string {
	word := "not refused"
	if refused(said) == w.site.Other().Host() {
		word = "refused"
	}
	return fmt.Sprintf("%s, %d connections", word, w.site.Other().Connections()-before)
}

// refused is the host of which a text says that it was refused.
func refused(said string) string {
	if m := refusal.FindStringSubmatch(said); m != nil {
		return m[1]
	}
	return "nothing"
}
