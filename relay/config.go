package relay

import (
	"context"
	"fmt"
	"io"

	"connector-browser/policy"
	"connector-browser/relay/withhold"
	"connector-browser/trace"
)

// Config is everything that a relay is handed. A nil member stands for the
// thing that is absent: no policy but the default, nothing to withhold, nobody
// to tell.
type Config struct {
	Context context.Context // ends everything that waits
	Record  *Record         // what the pinned upstream answers
	Export  bool            // the second argument table: the storage capability is on

	// Parked is a session without a login state: nothing is started, no tool
	// is offered, and every call is told what to do (CB-055).
	Parked bool

	// Policy says what may pass; nil is the policy that holds without a file.
	Policy *policy.Policy

	// Withhold is what must not leave; nil is the clean profile's text alone.
	Withhold *withhold.Set

	// Secrets are what a client may have typed without seeing it.
	Secrets []NamedSecret

	// Trace takes a record of every exchange; nil writes none.
	Trace *trace.Writer

	// Agent is the agent surface: answers that show what changed. Without it
	// the upstream's pass as they are.
	Agent bool

	// Door is the way out of the walls; nil where a test has none.
	Door Door

	// Uploads brings files in; nil: nothing may be uploaded.
	Uploads Uploads

	// Written withholds in the files that the upstream wrote; nil where a test
	// has none.
	Written Written

	// Spill keeps what is too long for an answer of the agent surface; nil:
	// that is cut.
	Spill Spill

	// Traces are where browser_trace writes; nil: nowhere.
	Traces Traces

	// Saver keeps the login state when the session saves it. It is needed
	// while Export is on.
	Saver Saver

	// Deaf tells whether the client has closed the end that it reads on as well.
	// It is asked while calls are still open after its input has ended; nil where
	// nobody can tell.
	Deaf func() bool

	// Log takes one sentence for the person who reads standard error.
	Log func(sentence string)
}

// Child is the upstream as the relay sees it.
type Child struct {
	In  io.WriteCloser // its standard input
	Out io.Reader      // its standard output

	// Checked waits until the browser was found to be the pinned one. No call
	// of the client's reaches the child before.
	Checked func(ctx context.Context) error

	// Again is asked once where another child is wanted after this one, and tells
	// whether there will be one; nil: there will.
	Again func() bool
}

func (c *Config) log(format string, args ...any) {
	if c.Log != nil {
		c.Log(fmt.Sprintf(format, args...))
	}
}

// context is the one that everything which waits for someone hangs on.
func (c *Config) context() context.Context {
	if c.Context == nil {
		return context.Background()
	}
	return c.Context
}
