package snapshot

import (
	"bufio"
	"encoding/json"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"connector-browser/pins/pinstest"
)

var capture = flag.Bool("capture", false, "let the pinned upstream look at the pages in testdata anew")

// TestCapture writes what the pinned upstream says of the pages in testdata, and
// of some of them before and after something happens. It is run by hand, when
// the pins or a page change, and then the goldens with -update. The pages are our
// own, so the browser runs without walls here.
func TestCapture(t *testing.T) {
	if !*capture {
		t.Skip("only with -capture")
	}
	server := httptest.NewServer(http.FileServer(http.Dir("testdata/pages")))
	defer server.Close()
	u := startUpstream(t)
	look := func(file string) {
		t.Helper()
		text := strings.ReplaceAll(u.call("browser_snapshot", map[string]any{}), server.URL, "http://localhost:8000")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	open := func(page string) {
		u.call("browser_navigate", map[string]any{"url": server.URL + "/" + page + ".html"})
	}
	for _, name := range pages(t, "testdata/pages/*.html", ".html") {
		open(filepath.Base(name))
		look(name + ".txt")
	}
	for _, c := range []struct{ name, page, script string }{
		{"duplicate-removed", "duplicates", "document.querySelectorAll('body > button')[0].remove()"},
		{"focus", "duplicates", "document.querySelectorAll('body > button')[1].focus()"},
		{"nothing", "duplicates", ""},
		{"typed", "login", "email.value = 'ada@example.com'; password.value = 'hunter2'; document.querySelector('[name=remember]').checked = false; document.getElementById('status').textContent = 'Signed in as Ada'"},
		{"reload", "login", "location.reload()"},
		{"pushstate", "login", "history.pushState({}, '', '?step=2')"},
		{"closed", "modal", "document.querySelector('.back').remove(); document.querySelector('.box').remove()"},
		{"filtered", "table", "[...document.querySelectorAll('tbody tr')].slice(5).forEach(r => r.remove()); document.querySelector('caption').textContent = '5 people'"},
		{"dialog", "login", "setTimeout(() => alert('Saved: a [b]\\nsecond line'), 0)"}, // last: it stays open
	} {
		open(c.page)
		look("testdata/deltas/" + c.name + ".before.txt")
		u.call("browser_evaluate", map[string]any{"function": "() => {" + c.script + "}"})
		look("testdata/deltas/" + c.name + ".after.txt")
	}
}

// upstream is the pinned server, spoken to in lines of JSON.
type upstream struct {
	*testing.T
	in  io.Writer
	out *bufio.Reader
	id  int
}

func startUpstream(t *testing.T) *upstream {
	t.Helper()
	build := pinstest.Build(t)
	cmd := exec.CommandContext(t.Context(), build.Node, build.Script, "--headless", "--isolated", "--no-sandbox",
		"--viewport-size", "1280x800", "--executable-path", build.Browser, "--output-dir", t.TempDir())
	cmd.Env = append(os.Environ(), build.Env...)
	cmd.Dir, cmd.Stderr = t.TempDir(), os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); cmd.Wait() })
	u := &upstream{t, in, bufio.NewReaderSize(out, 1<<20), 0}
	u.ask("initialize", map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "capture", "version": "1"}})
	u.send(map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"})
	return u
}

func (u *upstream) send(message map[string]any) {
	u.Helper()
	if err := json.NewEncoder(u.in).Encode(message); err != nil {
		u.Fatal(err)
	}
}

// ask sends a request and returns the text of the answer.
func (u *upstream) ask(method string, params map[string]any) string {
	u.Helper()
	u.id++
	u.send(map[string]any{"jsonrpc": "2.0", "id": u.id, "method": method, "params": params})
	for {
		line, err := u.out.ReadBytes('\n')
		if err != nil {
			u.Fatal(err)
		}
		var answer struct {
			ID     int
			Result struct{ Content []struct{ Text string } }
		}
		if json.Unmarshal(line, &answer) != nil || answer.ID != u.id {
			continue
		}
		if len(answer.Result.Content) == 0 {
			return ""
		}
		return answer.Result.Content[0].Text
	}
}

func (u *upstream) call(tool string, arguments map[string]any) string {
	u.Helper()
	return u.ask("tools/call", map[string]any{"name": tool, "arguments": arguments})
}
