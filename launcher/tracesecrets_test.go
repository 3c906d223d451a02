package launcher_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"connector-browser/launcher/launchtest"
	"connector-browser/secrets"
)

// CD-141: neither a named secret that was typed nor what a password field holds
// stands in a trace, whoever says it again, and a trace stays one in which something is
// withheld later.
func TestTraceHoldsNoSecret(t *testing.T) {
	t.Parallel()
	const own = "hunter2-typed"
	b := newBank(t, map[string]string{"/": form + `<input id="plain" type="password"><script>
		document.oninput = (e) => { console.log('typed ' + e.target.value); fetch('/heard?what=' + encodeURIComponent(e.target.value)) }</script>`})
	kept := t.TempDir()
	conf := launchtest.New(t).Auth("", false).Policy(fmt.Sprintf("surface = \"agent\"\n%s[files]\nkeep = %q\n", allow(b.Server), kept))
	keepSecret(t, conf, secrets.Named{Name: "word", Hosts: []string{host(b.Server)}, Value: password})
	l := start(t, conf)
	path := l.trace(launchtest.Arguments{})
	l.Does("browser_navigate", launchtest.Arguments{"url": b.URL})
	l.Does("browser_type", launchtest.Arguments{"target": "[name=word]", "text": "{{word}}"})
	l.Does("browser_type", launchtest.Arguments{"target": "label=Password", "text": own + "-1"})
	l.Does("browser_type", launchtest.Arguments{"target": "#plain", "text": own + "-2"})
	l.Does("browser_batch", batchOf(do("browser_type", step{"target": "label=Password", "text": own + "-3"}), do("browser_type", step{"target": "[name=word]", "text": "{{word}}", "submit": true})))
	l.Does("browser_trace", launchtest.Arguments{"action": "stop"})
	events, text := readTrace(t, path)
	if n := strings.Count(text, "[withheld: "); n < 5 || len(events) < 15 {
		t.Errorf("%d events hold %d labels: %s", len(events), n, text)
	}
	for _, secret := range []string{"battery", own} {
		if strings.Contains(text, secret) {
			t.Errorf("%s is in %s", secret, text)
		}
	}
	l.leaves()
	files, _ := filepath.Glob(filepath.Join(kept, "trace-session-*.ndjson"))
	if len(files) != 1 {
		t.Fatalf("kept are %q", files)
	}
	if _, again := readTrace(t, files[0]); again != text {
		t.Errorf("kept is %s", again)
	}
}
