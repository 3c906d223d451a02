package launcher_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
)

// Pages that a call only gets along with by trying harder.
func TestAgentTriesHarder(t *testing.T) {
	t.Parallel()
	l, site := agent(t)
	open := func(name string) string { return l.Does("browser_navigate", launchtest.Arguments{"url": site + name}) }
	has := func(t *testing.T, text, want string) {
		t.Helper()
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	l.Step("SN-050 a site that checks its visitors", func(t *testing.T) {
		has(t, open("/check"), "You are in")
	})
	l.Step("SN-054 fields that swallow what is typed", func(t *testing.T) {
		page := open("/controlled")
		fill := func(name, text string) string {
			return l.Does("browser_type", launchtest.Arguments{"target": ref(t, page, `"`+name+`"`), "text": text})
		}
		has(t, fill("Keys", "ada"), `value="ada"`)
		has(t, fill("Setter", "ada"), `value="ada"`)
		has(t, fill("Deaf", "ada"), "the field is still empty")
		has(t, fill("Age", "36"), `+ status "age 36"`)
	})
	l.Step("SN-051 SN-053 what looks like a select", func(t *testing.T) {
		page := open("/dropdowns")
		for name, value := range map[string]string{"City": "Paris", "Size": "Large", "Colour": "Blue"} {
			got := l.Does("browser_select_option", launchtest.Arguments{"target": ref(t, page, `"`+name+`"`), "values": []string{value}})
			has(t, got, `status "`+name+" "+value+`"`)
		}
		got := l.Tool("browser_select_option", launchtest.Arguments{"target": ref(t, page, `"City"`), "values": []string{"Rome"}})
		if !got.IsError() {
			t.Error(got.Line)
		}
		has(t, got.Text(), "the <div> is no select and shows no such option; it shows: London, Paris")
	})
	l.Step("SN-056 a list that grows when it is scrolled", func(t *testing.T) {
		open("/feed")
		has(t, l.Does("browser_find", launchtest.Arguments{"text": "Entry number 99."}), "Entry number 99.")
		before := l.Does("browser_evaluate", launchtest.Arguments{"function": "() => Number(scrolls.textContent)"})
		has(t, l.Does("browser_find", launchtest.Arguments{"text": "Entry number 5000"}), "No matches found")
		after := l.Does("browser_evaluate", launchtest.Arguments{"function": "() => Number(scrolls.textContent)"})
		if b, a := number(t, before), number(t, after); b < 3 || b > 5 || a-b > 8 || a == b {
			t.Errorf("%d scrolls for what is there, %d for what is not", b, a-b)
		}
	})
	l.Step("SN-062 a field under a cover", func(t *testing.T) {
		open("/covered") // where the field has no ref: nobody can click it
		has(t, l.Does("browser_type", launchtest.Arguments{"target": "label=Search", "text": "lamps", "submit": true}), `+ status "searched lamps"`)
	})
	l.Step("SN-051 what lies over a button", func(t *testing.T) {
		page := open("/covered")
		got := l.Tool("browser_click", launchtest.Arguments{"target": ref(t, page, `"Under"`)})
		has(t, got.Text(), "<section> covers it")
	})
	l.Step("SN-052 an open dialog is told, and dismissed by a navigation", func(t *testing.T) {
		page := open("/tabs")
		has(t, l.clicks(t, page, `"Alert"`), "dialog open: alert: Read this")
		got := open("/still")
		has(t, got, "dismissed: alert: Read this")
		has(t, got, "page: Still")
	})
	l.Step("SN-052 an open file chooser is dismissed as well", func(t *testing.T) {
		l.Does("browser_navigate", launchtest.Arguments{"url": `data:text/html,<input type="file" aria-label="Pick">`})
		has(t, l.Does("browser_click", launchtest.Arguments{"target": "label=Pick"}), "dialog open: File chooser")
		got := open("/still")
		has(t, got, "dismissed: File chooser")
		has(t, got, "page: Still")
	})
	l.Step("SN-057 a download", func(t *testing.T) {
		page := open("/tabs")
		l.clicks(t, page, `"Report"`)
		got := l.Does("browser_wait_for", launchtest.Arguments{"download": "report.pdf"})
		has(t, got, "Downloaded file report.pdf to \""+l.directory())
		if info, err := os.Stat(filepath.Join(l.directory(), "out", "report.pdf")); err != nil || info.Size() != 2048 {
			t.Errorf("%v, %v", info, err)
		}
	})
	l.Step("SN-058 CD-040 a new tab is listed, not selected", func(t *testing.T) {
		page := open("/tabs")
		got := l.clicks(t, page, `"Open another"`)
		has(t, got, "tabs: 0 "+site+"/tabs (current), 1 "+site+"/still\nnew tab: browser_page {\"action\":\"select\",\"index\":1}")
		has(t, l.Does("browser_page", launchtest.Arguments{"action": "select", "index": 1}), "page: Still")
		if got := l.Does("browser_tabs", launchtest.Arguments{"action": "close", "index": 1}); strings.Contains(got, "\ntabs: ") {
			t.Error(got)
		}
	})
	l.Step("SN-042 SN-043 the same snapshot again and again", func(t *testing.T) {
		open("/still")
		for i := range 6 {
			got := l.Does("browser_snapshot", nil)
			if told := strings.Contains(got, "this page is the same"); told != (i >= 2) || !strings.Contains(got, "page: Still") {
				t.Errorf("snapshot %d: %s", i, got)
			}
		}
	})
	l.leaves()
}

// SN-050: what does not clear is told after 20 seconds.
func TestAgentInterstitialStays(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for 20 seconds")
	}
	t.Parallel()
	l, site := agent(t)
	began := time.Now()
	got := l.Does("browser_navigate", launchtest.Arguments{"url": site + "/check/never"})
	if !strings.Contains(got, "still checks its visitors") || time.Since(began) < 20*time.Second {
		t.Errorf("after %v: %s", time.Since(began), got)
	}
	l.leaves()
}

func number(t *testing.T, text string) (n int) {
	t.Helper()
	if _, err := fmt.Sscan(text, &n); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return n
}
