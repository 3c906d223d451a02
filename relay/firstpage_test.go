package relay_test

import (
	"fmt"
	"strings"
	"testing"

	"connector-browser/relay"
)

// Calls that are sent together before there is a page wait for the first one that
// makes one, and reach the child as they came and in their order.
func TestFirstPage(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	s := play(t, relay.Config{}, func(line []byte) []byte {
		if strings.Contains(string(line), "browser_navigate") {
			<-release
		}
		return echo(line)
	})
	s.send(hello)
	s.next()
	var sent []string
	for id := 1; id <= 20; id++ {
		sent = append(sent, fmt.Sprintf(`{"id": %d,"jsonrpc":"2.0", "method":"tools/call","params":{"name":"browser_hover","arguments":{"target":"#b%d"}}}`, id, id))
	}
	sent[0] = strings.NewReplacer("browser_hover", "browser_navigate", `"target":"#b1"`, `"url":"https://example.com"`).Replace(sent[0])
	s.send(strings.Join(sent, "\n"))
	s.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`)
	s.send(`{"jsonrpc":"2.0","id":"other","method":"resources/list"}`)
	if got := s.next(); !strings.Contains(got, `"other"`) {
		t.Fatalf("answered first: %s", got)
	}
	s.hears(func(line string) bool { return strings.Contains(line, "browser_navigate") })
	if heard := s.calls(); len(heard) != 1 { // and the relay has read all of them
		t.Errorf("%d calls reached the child while the first was open", len(heard))
	}
	close(release)
	for range 19 {
		s.next()
	}
	want := append(append([]string{}, sent[:6]...), sent[7:]...)
	if got := strings.Join(s.calls(), "\n"); got != strings.Join(want, "\n") {
		t.Errorf("the child was sent\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	s.send(call(30, "browser_hover", `{"target":"#c"}`) + "\n" + call(31, "browser_hover", `{"target":"#d"}`))
	s.next()
	s.next()
}

// A first call that its client cancels holds nobody up.
func TestFirstPageCancelled(t *testing.T) {
	t.Parallel()
	s := play(t, relay.Config{}, func(line []byte) []byte {
		if strings.Contains(string(line), "browser_navigate") {
			return nil
		}
		return echo(line)
	})
	s.send(hello)
	s.next()
	s.send(call(1, "browser_navigate", `{"url":"https://example.com"}`) + "\n" + call(2, "browser_hover", `{"target":"#b"}`) + "\n" + call(3, "browser_hover", `{"target":"#b"}`))
	s.send(`{"jsonrpc":"2.0","id":"other","method":"resources/list"}`)
	s.next()
	s.hears(func(line string) bool { return strings.Contains(line, "browser_navigate") })
	if heard := s.calls(); len(heard) != 1 {
		t.Errorf("%d calls reached the child", len(heard))
	}
	s.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	for _, id := range []string{`"id":2`, `"id":3`} {
		if got := s.next(); !strings.Contains(got, id) {
			t.Errorf("answered %s, want %s", got, id)
		}
	}
}
