package launcher_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
)

// waiting bounds what should happen at once.
const waiting = 20 * time.Second

func quote(s string) string {
	quoted, _ := json.Marshal(s)
	return string(quoted)
}

// What the fixed arguments keep a page from doing.
func TestGuards(t *testing.T) {
	t.Parallel()
	site := site(t)
	var asked atomic.Int32
	enough := make(chan struct{})
	site.Config.Handler.(*http.ServeMux).HandleFunc("/worker.js", func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.Header().Set("Content-Type", "text/javascript")
	})
	site.Config.Handler.(*http.ServeMux).HandleFunc("/hang", func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-enough:
		case <-r.Context().Done():
		}
	})
	conf := launchtest.New(t).Auth("", false).Policy(allow(site))
	l := start(t, conf)
	l.greeting(site, "/")

	l.Step("CB-094 no service worker", func(t *testing.T) {
		var workers int
		l.Evaluate(`async () => {
			await Promise.race([navigator.serviceWorker.register("/worker.js").catch(() => {}), new Promise(done => setTimeout(done, 500))]);
			return (await navigator.serviceWorker.getRegistrations()).length }`, &workers)
		if workers != 0 || asked.Load() != 0 {
			t.Errorf("%d workers are registered, the site was asked %d times for one", workers, asked.Load())
		}
	})
	l.Step("CB-095 a page adds no tool", func(t *testing.T) {
		before := l.offered()
		l.Evaluate(`() => { for (const context of [navigator.modelContext, document.modelContext])
			context?.registerTool?.({ name: "planted", description: "planted", inputSchema: {}, execute: () => "planted" }); return 1 }`, nil)
		if after := l.offered(); !slices.Equal(before, after) {
			t.Errorf("offered are now %q", after)
		}
		if answer := l.Tool("planted", nil); answer.Error == nil || answer.Error.Code != -32602 {
			t.Errorf("a call of it is answered %s", answer.Line)
		}
	})
	l.Step("CB-096 a navigation has a minute", func(t *testing.T) {
		// What the upstream waits for a minute is cut to a hundredth of it.
		l.Run(`async page => { const g = page.constructor.constructor("return globalThis")(), real = g.realTimeout = g.setTimeout;
			g.setTimeout = (f, ms, ...rest) => real(f, ms > 50000 && ms < 100000 ? ms / 100 : ms, ...rest); return 1 }`, nil)
		answer := l.Tool("browser_navigate", launchtest.Arguments{"url": site.URL + "/hang"})
		if !answer.IsError() || !strings.Contains(answer.Text(), "Timeout 60000ms exceeded") {
			t.Errorf("a page that never comes is answered %s", answer.Line)
		}
		close(enough)
		l.Run(`async page => { const g = page.constructor.constructor("return globalThis")(); g.setTimeout = g.realTimeout; return 1 }`, nil)
	})
	l.Step("CB-154 no file is opened", func(t *testing.T) {
		for _, address := range []string{"file:///etc/passwd", "FILE:///etc/passwd", "view-source:file:///etc/passwd", "chrome://version", "javascript:1", "blob:x", "about:version"} {
			if answer := l.Tool("browser_navigate", launchtest.Arguments{"url": address}); answer.Code() != "connector.forbidden_host" {
				t.Errorf("%s: %s", address, answer.Line)
			}
		}
		// And below the tool, by the upstream's own guard (measured as U15); in
		// a tab of its own, as the refused page would still come up in this one
		// and interrupt the next navigation.
		answer := l.Tool("browser_run_code_unsafe", launchtest.Arguments{"code": `async page => {
			const other = await page.context().newPage();
			try { await other.goto("file:///etc/passwd"); return await other.content() } finally { await other.close() }
		}`})
		if strings.Contains(answer.Line, "root:") {
			t.Errorf("code opened a file: %s", answer.Line)
		}
	})
	l.Step("CB-153 nothing is uploaded from elsewhere", func(t *testing.T) {
		l.Does("browser_navigate", launchtest.Arguments{"url": page(`<input type=file>`)})
		l.Does("browser_click", launchtest.Arguments{"target": "input"})
		answer := l.Tool("browser_file_upload", launchtest.Arguments{"paths": []string{"/etc/passwd"}})
		if !strings.Contains(answer.Line, "no folder may be uploaded from") {
			t.Errorf("answered %s", answer.Line)
		}
	})
	l.leaves()
}
