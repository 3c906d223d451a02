package attacks

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	connectorbrowser "connector-browser"
	"connector-browser/launcher"
	"connector-browser/launcher/launchtest"
	"connector-browser/launcher/sandbox"
	"connector-browser/pins"
)

// launch is a real launch in this process, and a client that talks to it.
type launch struct {
	*launchtest.Session
	t    *testing.T
	conf *launchtest.Conf
	said *words // to the person
	done chan struct{}
	exit sandbox.Exit
	err  error
}

// start makes a launch of a configuration. What the child writes on its
// standard error goes to toErr.
func start(t *testing.T, conf *launchtest.Conf, toErr io.Writer) *launch {
	t.Helper()
	in, say := io.Pipe()
	out, toClient := io.Pipe()
	l := &launch{Session: launchtest.Talk(t, say, out), t: t, conf: conf, said: &words{}, done: make(chan struct{})}
	made := launcher.Launch{
		Conf: conf.Dir, Lock: connectorbrowser.Lock, Record: connectorbrowser.Record, Platform: pins.HostPlatform(),
		In: in, Out: toClient, Err: toErr,
		Say: func(sentence string) { io.WriteString(l.said, sentence+"\n") },
	}
	go func() {
		defer close(l.done)
		l.exit, l.err = made.Run(context.Background())
		in.Close()
		toClient.Close()
	}()
	t.Cleanup(func() {
		l.Leave()
		<-l.done
		if t.Failed() {
			t.Logf("the launch ended with %+v, %v; it said %q", l.exit, l.err, l.said)
		}
	})
	l.Initialize()
	return l
}

// Step is a subtest in the course of the session.
func (l *launch) Step(name string, step func(t *testing.T)) {
	l.Session.Step(name, func(t *testing.T) {
		whole := l.t
		defer func() { l.t = whole }()
		l.t = t
		step(t)
	})
}

// leaves has the client go and wants the launch to end within a time, and
// nothing to be left of it.
func (l *launch) leaves(within time.Duration) sandbox.Exit {
	l.t.Helper()
	began := time.Now()
	l.Leave()
	select {
	case <-l.done:
	case <-time.After(within):
		l.t.Fatalf("the launch has not ended %v after its client", within)
	}
	l.t.Logf("the launch ended %v after its client, with %+v", time.Since(began).Round(time.Millisecond), l.exit)
	if l.err != nil {
		l.t.Errorf("the launch ended with %v", l.err)
	}
	l.conf.LeavesNothing()
	return l.exit
}

// prelude is what attacking code has at hand: the Node.js process p, any module
// of it, and attempt, which notes what became of one try.
const prelude = launchtest.Escape + `
	const mod = name => p.getBuiltinModule(name), fs = mod("fs"), got = {};
	const attempt = async (name, f) => {
		try { const v = await f(); got[name] = typeof v == "string" ? "done: " + v.slice(0, 300) : "done" }
		catch (e) { got[name] = String(e.code || e.message || e).slice(0, 300) }
	};
`

// node runs code in the upstream's own process and reads what it returns.
func (l *launch) node(code string, v any) {
	l.t.Helper()
	l.Run("async page => { "+prelude+code+" }", v)
}

// tries is what became of each attempt: an error's code, or "done".
type tries map[string]string

// attempts runs code that makes attempts.
func (l *launch) attempts(code string) tries {
	l.t.Helper()
	var got tries
	l.node(code+"; return got", &got)
	return got
}

// program runs one of the attacker's programs inside and reads its answer.
func (l *launch) program(v any, name string, args ...string) {
	l.t.Helper()
	var text string
	l.node(`return await new Promise((yes, no) => mod("child_process").execFile(`+quote(attacker(l.conf))+`, `+
		quote(append([]string{insideWord, name}, args...))+`, {maxBuffer: 1 << 24}, (error, out, err) => error ? no(new Error(err || error)) : yes(out)))`, &text)
	if err := json.Unmarshal([]byte(text), v); err != nil {
		l.t.Fatalf("%s said %q: %v", name, text, err)
	}
}

// want holds outcomes against regular expressions, each for a whole outcome.
func (got tries) want(t *testing.T, want tries) {
	t.Helper()
	for name, expected := range want {
		if outcome, tried := got[name]; !tried {
			t.Errorf("%s: not tried", name)
		} else if !regexp.MustCompile(`^(?:` + expected + `)$`).MatchString(outcome) {
			t.Errorf("%s: %s, want %s", name, outcome, expected)
		}
	}
	for name, outcome := range got {
		if _, known := want[name]; !known {
			t.Errorf("%s: %s, and nobody said what to expect", name, outcome)
		}
	}
}

// each wants all outcomes to be one.
func (got tries) each(t *testing.T, expected string, names ...string) {
	t.Helper()
	want := tries{}
	for _, name := range names {
		want[name] = expected
	}
	got.want(t, want)
}

func quote(v any) string {
	quoted, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(quoted)
}

func keys[V any](m map[string]V) (names []string) {
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// words is what was written, for many hands at once.
type words struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (w *words) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(p)
}

func (w *words) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}
