package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
)

// The page of log --html, read in a real browser: it shows what was refused, it
// runs and loads nothing, and what a client called itself or a tool is text.
func TestTracePageInABrowser(t *testing.T) {
	t.Parallel()
	page := filepath.Join(t.TempDir(), "trace.html")
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		http.ServeFile(w, r, page)
	}))
	defer server.Close()
	conf := launchtest.New(t).Auth("", false).Policy("[tools]\ndeny = [\"browser_run_code_unsafe\"]\n[network]\nallow = [\"" + server.Listener.Addr().String() + "\"]\n")

	const hostile = `"><script>document.title = "owned"</script><img src=x onerror="document.title = 'owned'">`
	first := begin(t, conf)
	first.Ask("initialize", map[string]any{
		"protocolVersion": "2025-11-25", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": hostile, "version": "1"},
	})
	first.Call(hostile, nil)
	first.Tool("browser_run_code_unsafe", launchtest.Arguments{"code": "async () => 1"})
	first.Leave()
	first.end(time.Minute)
	if out, err := command(conf.Dir, "log", "--html", page).CombinedOutput(); err != nil {
		t.Fatalf("log --html: %v: %s", err, out)
	}
	if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), "onerror=") {
		t.Fatalf("the page does not hold what the client called itself: %v", err)
	}

	second := begin(t, conf)
	second.Initialize()
	if got := second.Does("browser_navigate", launchtest.Arguments{"url": server.URL}); strings.Contains(got, "Console:") {
		t.Errorf("the console has something to say: %s", got)
	}
	var seen struct {
		Title           string
		Scripts, Loaded int
		Hostile         bool
		Refused         []string
	}
	second.Evaluate(`() => ({
		title: document.title,
		scripts: document.scripts.length,
		loaded: performance.getEntriesByType('resource').length,
		hostile: document.body.innerText.includes('onerror='),
		refused: [...document.querySelectorAll('#refused + * td.refused')].map(cell => cell.innerText),
	})`, &seen)
	if seen.Title != "connector-browser: trace" || seen.Scripts != 0 || seen.Loaded != 0 || !seen.Hostile {
		t.Errorf("the page in the browser: %+v", seen)
	}
	if len(seen.Refused) != 2 {
		t.Errorf("the page shows the refusals %q, want that of the denied tool and of the unknown one", seen.Refused)
	}
	if n := requests.Load(); n != 1 {
		t.Errorf("%d requests were made for one page", n)
	}
}
