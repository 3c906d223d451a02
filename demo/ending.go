package demo

import (
	"context"
	"time"
)

// ending is how the last session closes, and what it leaves behind.
var ending = []step{
	{name: "verify the trace", want: "unbroken, no secret in it", run: verifyTrace},
	{name: "verify a copy in which a record was changed", want: "1 problem", run: verifyChanged},
	{name: "end without leftovers", want: nothingLeft, run: end},
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
