package launcher_test

import (
	"fmt"
	"strings"
	"testing"
)

// CD-150: what the page fetches is answered or blocked, from hosts that the policy
// opens; no document is made up.
func TestMock(t *testing.T) {
	t.Parallel()
	l, server := inGym(t, "")
	fetch := func(address string) {
		l.t.Helper()
		l.Does("browser_evaluate", step{"function": fmt.Sprintf("() => ask(%q)", address)})
	}
	add := func(address, body string) step {
		return step{"action": "add", "address": address, "body": body, "status": 418}
	}
	l.Step("an answer", func(t *testing.T) {
		fetch("/data")
		l.out("200 real")
		l.Does("browser_mock", add(server.URL+"/data*", `mocked "${x}" </script>`))
		fetch("/data?x")
		l.out(`418 mocked "${x}" </script>`)
		fetch("/other")
		l.out("200 real")
	})
	l.Step("it stays over a navigation", func(t *testing.T) {
		l.Does("browser_navigate", step{"url": server.URL})
		fetch("/data")
		l.out("418 mocked")
	})
	l.Step("no document is made up", func(t *testing.T) {
		l.Does("browser_navigate", step{"url": server.URL + "/data"})
		if got := l.Does("browser_read", step{"target": "body"}); got != "real" {
			t.Error(got)
		}
		l.Does("browser_navigate", step{"url": server.URL})
	})
	l.Step("a special character is none of a pattern", func(t *testing.T) {
		l.Does("browser_mock", add(server.URL+"/(o|other).*", "x"))
		fetch("/other")
		l.out("200 real")
	})
	l.Step("a block", func(t *testing.T) {
		l.Does("browser_mock", step{"action": "block", "address": server.URL + "/other"})
		fetch("/other")
		l.out("failed")
		if got := l.Does("browser_mock", step{"action": "list"}); strings.Count(got, "\n") != 2 || !strings.Contains(got, "#3 block ") {
			t.Error(got)
		}
		l.Does("browser_mock", step{"action": "remove", "id": 3})
		fetch("/other")
		l.out("200 real")
		if got := l.Does("browser_mock", step{"action": "clear"}); got != "no mocks" {
			t.Error(got)
		}
		fetch("/data")
		l.out("200 real")
	})
	l.Step("what is refused", func(t *testing.T) {
		for _, address := range []string{"http://127.0.0.1:1/", "http://127.0.0.1:1/*", "https://example.com/"} {
			if got := l.Tool("browser_mock", add(address, "x")); got.Error == nil || got.Error.Data.Code != "connector.forbidden_host" {
				t.Errorf("%q is answered %s", address, got.Line)
			}
		}
		for _, address := range []string{"*", "http://*", server.URL, server.URL + "*", "file:///etc/passwd", "javascript:1", "http://user@127.0.0.1/*", "http://127.0.0.1\\@x/"} {
			l.code(t, "browser_mock", add(address, "x"), "INVALID_ARGUMENT")
		}
		for _, given := range []step{
			{"action": "add"}, {"action": "remove"}, {"action": "list", "address": server.URL + "/"}, {"action": "add", "address": server.URL + "/", "status": 99},
			{"action": "add", "address": server.URL + "/", "content_type": "text/html\r\nx: y"}, {"action": "add", "address": server.URL + "/", "body": strings.Repeat("x", 64<<10+1)},
			{"action": "remove", "id": 99},
		} {
			l.code(t, "browser_mock", given, "INVALID_ARGUMENT")
		}
		for i := range 21 {
			if got := l.Tool("browser_mock", add(fmt.Sprintf("%s/%d", server.URL, i), "x")); got.IsError() != (i == 20) {
				t.Error(i, got.Line)
			}
		}
	})
	l.leaves()
}
