package relay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"connector-browser/policy"
)

// Door is the one way out of the walls, as the relay sees it.
type Door interface {
	// Open lets requests reach the policy. Until the first call that needs a
	// page nothing leaves at all.
	Open()
	// Visit says which hosts' pages are open or about to be.
	Visit(hosts ...string)
}

// Contact is one host that something inside the walls asked for.
type Contact struct {
	Time       time.Time
	Host       string
	Port       int
	Allowed    bool
	Background bool   // asked for by the browser itself
	Reason     string // why it was refused
	Line       string // of the policy
	Sent       int64
	Received   int64
}

// maxTold bounds how many refused hosts an answer names.
const maxTold = 5

// observe says what a call did that its answer does not say: the hosts that it
// asked for and did not get.
type observe struct {
	relay *Relay

	mu       sync.Mutex
	refused  []string  // since the last answer, each once
	contacts []Contact // since the last answer, for the trace
	page     string    // the host of the page that was last seen
	address  string    // and its address, as the upstream spelled it
}

// The bounds of what is remembered between two answers.
const (
	maxRefused  = 1000
	maxContacts = 1000
)

func (s *observe) Request(x *Exchange) verdict {
	door := s.relay.config.Door
	if x.Method != "tools/call" || door == nil {
		return pass
	}
	hosts := []string{s.host()}
	var arguments struct{ URL string }
	if json.Unmarshal(x.arguments, &arguments) == nil && arguments.URL != "" {
		if url, err := policy.ParseURL(arguments.URL); err == nil {
			hosts = append(hosts, url.Host)
		}
	}
	door.Visit(hosts...)
	door.Open()
	return pass
}

func (s *observe) Answer(x *Exchange) {
	if x.Method != "tools/call" || x.Answer == nil || x.Answer.Result == nil {
		return
	}
	s.sees(x.Answer.Result)
	x.Page, x.contacts, x.failed = s.host(), s.takeContacts(), isError(x.Answer)
	if words := s.take(); words != "" {
		addText(x.Answer, refusedBy+words)
	}
}

// sees remembers the host of the page that an answer describes.
func (s *observe) sees(result []byte) {
	address := pageAddress(result)
	if len(address) == 0 {
		return
	}
	s.mu.Lock()
	host, same := s.page, string(address) == s.address
	s.mu.Unlock()
	if !same {
		url, err := policy.ParseURL(string(address))
		if err != nil || url.Host == "" {
			return
		}
		host = url.Host
		s.mu.Lock()
		s.page, s.address = host, string(address)
		s.mu.Unlock()
	}
	if door := s.relay.config.Door; door != nil {
		door.Visit(host)
	}
}

func (s *observe) host() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.page
}

// where is the address of the page that was last seen, as the upstream spelled it.
func (s *observe) where() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.address
}

// note remembers a contact for the trace, and a refusal for the next answer.
// What the browser asked for by itself is nobody's doing, and is told to the
// trace alone.
func (s *observe) note(c Contact) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.contacts) < maxContacts {
		s.contacts = append(s.contacts, c)
	}
	if c.Allowed || c.Background {
		return
	}
	words := c.Reason + inLine(c.Line)
	for _, known := range s.refused {
		if known == words {
			return
		}
	}
	if len(s.refused) < maxRefused {
		s.refused = append(s.refused, words)
	}
}

func (s *observe) takeContacts() []Contact {
	s.mu.Lock()
	defer s.mu.Unlock()
	contacts := s.contacts
	s.contacts = nil
	return contacts
}

// take gives the refusals since the last answer in one line.
func (s *observe) take() string {
	s.mu.Lock()
	refused := s.refused
	s.refused = nil
	s.mu.Unlock()
	if more := len(refused) - maxTold; more > 0 {
		refused = append(refused[:maxTold], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(refused, "; ")
}

// pageMark stands in an answer of the upstream's before the page's address. A
// page cannot write it: whatever comes from one is quoted there.
var pageMark = []byte(`### Page\n- Page URL: `)

// pageAddress is the address of the page that an answer describes, as it is
// spelled there.
func pageAddress(result []byte) []byte {
	_, after, found := bytes.Cut(result, pageMark)
	if !found {
		return nil
	}
	return after[:max(0, bytes.IndexAny(after, `\"`))]
}

// Observe is told of every contact.
func (r *Relay) Observe(c Contact) { r.observe.note(c) }
