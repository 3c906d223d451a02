package relay_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"connector-browser/relay"
)

// recordingDoor writes down what the relay says to the way out.
type recordingDoor struct {
	mu   sync.Mutex
	said []string
}

func (d *recordingDoor) Open() { d.note("open") }

func (d *recordingDoor) Visit(hosts ...string) { d.note("visit " + strings.Join(hosts, " ")) }

func (d *recordingDoor) note(words string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.said = append(d.said, words)
}

func (d *recordingDoor) log() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return strings.Join(d.said, ", ")
}

// The hosts that a call was refused stand in its answer, a handful at most, each
// once; what the browser asks for by itself does not.
func TestRefusedHostsAreTold(t *testing.T) {
	t.Parallel()
	door := &recordingDoor{}
	var s *scripted
	started := make(chan struct{})
	s = play(t, relay.Config{Door: door}, func(line []byte) []byte {
		<-started
		if strings.Contains(string(line), `"id":1,`) {
			for i := range 8 {
				for range 2 {
					s.relay.Observe(relay.Contact{Host: "h", Port: 443, Reason: fmt.Sprintf("h%d:443 is not in network.allow", i), Line: "policy.toml:12"})
				}
			}
			s.relay.Observe(relay.Contact{Background: true, Reason: "update.example:443 is the browser's own"})
			s.relay.Observe(relay.Contact{Allowed: true, Host: "fine.example"})
		}
		return []byte(`{"result":{"content":[{"type":"text","text":"### Page\n- Page URL: https://shop.example/x\n"}]},"jsonrpc":"2.0","id":` + idOf(line) + "}\n")
	})
	close(started)
	s.send(call(1, "browser_navigate", `{"url":"https://shop.example/x"}`))
	want := `{"type":"text","text":"refused by connector-browser: h0:443 is not in network.allow (policy.toml:12); h1:443 is not in network.allow (policy.toml:12); ` +
		`h2:443 is not in network.allow (policy.toml:12); h3:443 is not in network.allow (policy.toml:12); h4:443 is not in network.allow (policy.toml:12); and 3 more"}]`
	if got := s.next(); !strings.Contains(got, want) {
		t.Errorf("answered %s\nwant in it %s", got, want)
	}
	s.send(call(2, "browser_snapshot", `{}`))
	if got := s.next(); strings.Contains(got, "refused by") {
		t.Errorf("told twice: %s", got)
	}
	if got, want := door.log(), "visit  shop.example, open, visit shop.example, visit shop.example, open, visit shop.example"; got != want {
		t.Errorf("the way out was told %q, want %q", got, want)
	}
}

func idOf(line []byte) string {
	_, after, _ := strings.Cut(string(line), `"id":`)
	id, _, _ := strings.Cut(after, ",")
	return id
}

// CB-154: what leads to no page is refused before the upstream sees it, in every
// spelling.
func TestSchemesAreAllowListed(t *testing.T) {
	t.Parallel()
	s := play(t, relay.Config{}, echo)
	for _, url := range []string{"file:///etc/passwd", "FILE:///etc/passwd", "view-source:file:///etc/passwd", "chrome://version", "devtools://x",
		"javascript:alert(1)", "blob:https://a.test/x", "filesystem:http://a.test/t/x", " \\u0009fi\\nle:///etc/passwd", "about:config"} {
		for _, line := range []string{call(1, "browser_navigate", `{"url":"`+url+`"}`), call(1, "browser_tabs", `{"action":"new","url":"`+url+`"}`)} {
			s.send(line)
			if got := s.next(); !strings.Contains(got, `"connector.forbidden_host"`) {
				t.Errorf("%s: answered %s", url, got)
			}
		}
	}
	for _, url := range []string{"https://a.test/", "about:blank", "data:text/html,x", "a.test"} {
		s.send(call(1, "browser_navigate", `{"url":"`+url+`"}`))
		if got := s.next(); strings.Contains(got, "connector.") {
			t.Errorf("%s: answered %s", url, got)
		}
	}
	if got := s.reached(); len(got) != 4 {
		t.Errorf("%d lines reached the child, want 4", len(got))
	}
}

// A client names files by a bare name, and uploads nothing that is not brought
// in.
func TestFileArguments(t *testing.T) {
	t.Parallel()
	s := play(t, relay.Config{Uploads: porter{}}, echo)
	for _, name := range []string{"/etc/cron.d/x", "../x", "a/b", `a\\b`, ".bashrc", "", "c:x", strings.Repeat("n", 200)} {
		s.send(call(1, "browser_take_screenshot", `{"filename":"`+name+`"}`))
		if got := s.next(); !strings.Contains(got, "argument filename must be a bare name") {
			t.Errorf("filename %q: answered %.300s", name, got)
		}
	}
	s.send(call(2, "browser_take_screenshot", `{"filename":"page one.png"}`))
	s.next()
	s.send(call(3, "browser_file_upload", `{"paths":["/home/me/photo.png","/etc/shadow"]}`))
	if got := s.next(); !strings.Contains(got, "argument paths[1]: not from there") {
		t.Errorf("answered %s", got)
	}
	s.send(call(4, "browser_file_upload", `{"paths":["/home/me/photo.png"]}`))
	s.next()
	reached := s.reached()
	if len(reached) != 2 || !strings.Contains(reached[1], `{"paths":["/inside/photo.png"]}`) {
		t.Errorf("the child was sent %q", reached)
	}
}

// porter brings in what lies in one folder.
type porter struct{}

func (porter) Bring(path string) (string, error) {
	if name, ok := strings.CutPrefix(path, "/home/me/"); ok {
		return "/inside/" + name, nil
	}
	return "", fmt.Errorf("not from there")
}
