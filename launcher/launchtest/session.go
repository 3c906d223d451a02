package launchtest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// patience is how long an answer may take: a browser starts on a machine that
// may have other things to do.
const patience = 60 * time.Second

// Session is an MCP client of the plainest kind: lines out, lines in.
type Session struct {
	t    testing.TB // of the step that runs
	in   io.WriteCloser
	over chan struct{} // closed when nothing more comes
	deaf atomic.Bool

	mu      sync.Mutex
	last    int
	waiting map[string]chan Answer
	others  []string
}

// Answer is what came back for a request.
type Answer struct {
	Line   string          // as it came
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
		Data    struct {
			Code string `json:"code"`
			Hint string `json:"hint"`
		} `json:"data"`
	} `json:"error"`
}

// Talk makes a session from the two ends of a connection.
func Talk(t testing.TB, in io.WriteCloser, out io.Reader) *Session {
	s := &Session{t: t, in: in, over: make(chan struct{}), waiting: map[string]chan Answer{}}
	go s.read(t, bufio.NewReaderSize(out, 1<<20))
	return s
}

// Step is a subtest in the course of the session.
func (s *Session) Step(name string, step func(t *testing.T)) {
	s.t.Helper()
	whole := s.t.(*testing.T)
	defer func() { s.t = whole }()
	whole.Run(name, func(t *testing.T) {
		s.t = t
		step(t)
	})
}

func (s *Session) read(t testing.TB, out *bufio.Reader) {
	defer close(s.over)
	for {
		line, err := out.ReadBytes('\n')
		if err != nil || s.deaf.Load() {
			return
		}
		var m struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
		}
		answer := Answer{Line: strings.TrimSuffix(string(line), "\n")}
		if json.Unmarshal(line, &m) != nil || json.Unmarshal(line, &answer) != nil {
			t.Errorf("a line came that is no message: %.300q", line)
		}
		s.mu.Lock()
		waiting := s.waiting[string(m.ID)]
		delete(s.waiting, string(m.ID))
		if waiting == nil || m.Method != "" {
			s.others = append(s.others, answer.Line)
		}
		s.mu.Unlock()
		if waiting != nil && m.Method == "" {
			waiting <- answer
		}
	}
}

// Others are the lines that answer no request of this session's.
func (s *Session) Others() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string{}, s.others...)
}

// Say writes a line as it stands.
func (s *Session) Say(line string) {
	s.t.Helper()
	if _, err := io.WriteString(s.in, line+"\n"); err != nil {
		s.t.Errorf("the launch takes no line any more: %v", err)
	}
}

// Raw says a line that carries this id and gives what will answer it.
func (s *Session) Raw(id, line string) <-chan Answer {
	s.t.Helper()
	answer := make(chan Answer, 1)
	s.mu.Lock()
	s.waiting[id] = answer
	s.mu.Unlock()
	s.Say(line)
	return answer
}

// Begin sends a request and gives what will answer it.
func (s *Session) Begin(method string, params any) <-chan Answer {
	s.t.Helper()
	encoded, err := json.Marshal(params)
	if err != nil {
		s.t.Fatal(err)
	}
	s.mu.Lock()
	s.last++
	id := fmt.Sprint(s.last)
	s.mu.Unlock()
	return s.Raw(id, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q,"params":%s}`, id, method, encoded))
}

// Await waits for an answer.
func (s *Session) Await(answer <-chan Answer) Answer {
	s.t.Helper()
	select {
	case a := <-answer:
		return a
	case <-s.over:
		select {
		case a := <-answer:
			return a
		default:
			s.t.Fatal("the session ended without an answer")
		}
	case <-time.After(patience):
		s.t.Fatalf("no answer came within %v", patience)
	}
	return Answer{}
}

// Ask sends a request and waits for its answer.
func (s *Session) Ask(method string, params any) Answer {
	s.t.Helper()
	return s.Await(s.Begin(method, params))
}

// Initialize does what a client does first.
func (s *Session) Initialize() Answer {
	s.t.Helper()
	answer := s.Ask("initialize", map[string]any{
		"protocolVersion": "2025-11-25", "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": "test", "version": "1"},
	})
	s.Say(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return answer
}

// Up waits until the upstream runs and takes messages: it alone answers this
// one. No browser is started for it.
func (s *Session) Up() {
	s.t.Helper()
	if answer := s.Ask("prompts/list", map[string]any{}); answer.Error == nil || answer.Error.Code != -32601 {
		s.t.Fatalf("the upstream answered %s", answer.Line)
	}
}

// Leave says goodbye: the launch's input ends.
func (s *Session) Leave() { s.in.Close() }

// Deaf has the client read nothing more from the next message on.
func (s *Session) Deaf() { s.deaf.Store(true) }

// Over is closed when the launch's output has ended.
func (s *Session) Over() <-chan struct{} { return s.over }
