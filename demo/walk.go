package demo

import (
	"context"
	"io"
	"slices"
	"time"

	"connector-browser/demo/mcp"
	"connector-browser/demo/site"
)

// step is one thing that is tried. It came out when run gave exactly want.
type step struct {
	name  string
	want  string
	run   func(context.Context, *walk) (got string, err error)
	vital bool          // without it the rest of the walk means nothing
	limit time.Duration // zero: stepLimit
}

const stepLimit = 30 * time.Second

// family is a group of steps under one heading.
type family struct {
	title string
	steps []step
}

// families is the whole walk, in order.
func families() []family {
	return []family{
		{"worked", slices.Concat(setUp, browsing)},
		{"stopped by the walls", walls},
		{"stopped by the relay", relay},
		{"stopped from being seen", logins},
		{"worked to the end", ending},
	}
}

// walk is what the steps share.
type walk struct {
	home    *Home
	site    *site.Site
	session *mcp.Client // the session that is open, or was last
	left    []byte      // what the first session of the logins sent and wrote
	notes   io.Writer
}

// through takes step after step and writes each down as it ends. It leaves off
// at a failure after which the others would tell nothing: that of a vital step,
// the end of the context or that of the session.
func (w *walk) through(ctx context.Context, families []family, t *table) Report {
	report := Report{OK: true}
	t.measure(families)
	for _, f := range families {
		t.heading(f.title)
		for _, s := range f.steps {
			began := time.Now()
			o := w.take(ctx, s)
			report.Steps = append(report.Steps, o)
			report.OK = report.OK && o.OK
			t.line(o, time.Since(began))
			if !o.OK && (s.vital || ctx.Err() != nil || w.gone()) {
				t.left("the rest was not tried")
				return report
			}
		}
	}
	t.summary(report)
	return report
}

// take tries one step.
func (w *walk) take(ctx context.Context, s step) Outcome {
	limit := s.limit
	if limit == 0 {
		limit = stepLimit
	}
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	got, err := s.run(within, w)
	if err != nil {
		return Outcome{Name: s.name, Want: s.want, Got: err.Error()}
	}
	return Outcome{Name: s.name, Want: s.want, Got: got, OK: got == s.want}
}

// open starts a session of the program under a policy.
func (w *walk) open(policy string) error {
	if err := w.home.SetPolicy(policy); err != nil {
		return err
	}
	session, err := mcp.Start(w.home.Command("run"))
	if err != nil {
		return err
	}
	w.session = session
	return nil
}

// abandon ends a session that no step has ended.
func (w *walk) abandon() {
	if w.session != nil {
		w.session.Close()
	}
}

// gone reports whether the session has ended by itself.
func (w *walk) gone() bool {
	if w.session == nil {
		return false
	}
	select {
	case <-w.session.Exited():
		return true
	default:
		return false
	}
}

// lastWords is what the last session wrote to its standard error.
func (w *walk) lastWords() string {
	if w.session == nil {
		return ""
	}
	return w.session.Stderr()
}
