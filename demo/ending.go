package demo

import (
	"context"
	"io"
	"time"
)

// ending is how the last session closes, and what it leaves behind.
var ending = []step{
	{name: "verify the trace", want: "verified", run: verifyTrace},
	{name: "end without leftovers", want: nothingLeft, run: end},
}

func verifyTrace(ctx context.Context, w *walk) (string, error) {
	if _, err := w.home.Verb(ctx, "", io.Discard, "log", "--verify"); err != nil {
		return "", err
	}
	return "verified", nil
}

// end closes the session as a client does: standard input closes, and the
// launcher has to end with 0 by itself.
func end(ctx context.Context, w *walk) (string, error) {
	if err := w.session.Close(); err != nil {
		return "", err
	}
	left, err := w.remaining(time.Second)
	if err != nil {
		return "", err
	}
	launches, err := w.home.Launches()
	return leftOver(left, len(launches)), err
}
