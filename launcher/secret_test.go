package launcher_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
	"connector-browser/secrets"
)

const (
	password = "correct horse `battery` \"staple\" <9>"
	codeKey  = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
)

// bank is a site that wants a password and a one-time code, and writes down what
// it was sent.
type bank struct {
	*httptest.Server
	mu   sync.Mutex
	sent []string
}

func (b *bank) got() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	got := strings.Join(b.sent, "\n")
	b.sent = nil
	return got
}

// newBank serves pages of its own: what a page sends to /sent is written down.
func newBank(t *testing.T, pages map[string]string) *bank {
	b := &bank{}
	b.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/sent" {
			r.ParseForm()
			b.mu.Lock()
			b.sent = append(b.sent, r.Form.Encode())
			b.mu.Unlock()
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, pages[r.URL.Path])
	}))
	t.Cleanup(b.Close)
	return b
}

const form = `<title>bank</title><form action="/sent" method="post">
	<input name="user" aria-label="User"><input name="word" type="password" aria-label="Password">
	<input name="code" aria-label="Code"><input name="stay" type="checkbox" value="yes" aria-label="Stay"><button>Log in</button></form>`

// keep stores a named secret.
func keepSecret(t *testing.T, conf *launchtest.Conf, n secrets.Named) {
	t.Helper()
	dir, err := secrets.Open(conf.Dir)
	if err == nil {
		err = dir.SetNamed(t.Context(), n)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// ref is the ref of the element with this name in the page's snapshot.
func (l *launch) ref(name string) string {
	l.t.Helper()
	snapshot := l.Does("browser_snapshot", nil)
	found := regexp.MustCompile(`"` + name + `"[^\n]*\[ref=((?:f\d+)?e\d+)\]`).FindStringSubmatch(snapshot)
	if found == nil {
		l.t.Fatalf("there is no %q in %s", name, snapshot)
	}
	return found[1]
}

// {{NAME}} is typed in pages of the secret's hosts; what comes
// back holds neither the value nor the code.
func TestNamedSecrets(t *testing.T) {
	t.Parallel()
	b := newBank(t, map[string]string{"/": form})
	conf := launchtest.New(t).Auth("", false).Policy(allow(b.Server))
	keepSecret(t, conf, secrets.Named{Name: "word", Hosts: []string{host(b.Server)}, Value: password})
	key := secrets.Named{Name: "code", Hosts: []string{host(b.Server)}, Code: true, Value: "otpauth://totp/bank:alice?secret=" + codeKey}
	keepSecret(t, conf, key)
	l := start(t, conf)
	at := func(path string) {
		l.Does("browser_navigate", launchtest.Arguments{"url": b.URL + path})
	}
	codes := func() []string { // of the moment and of the one before
		now, err := key.CodeAt(time.Now())
		before, _ := key.CodeAt(time.Now().Add(-30 * time.Second))
		if err != nil {
			t.Fatal(err)
		}
		return []string{now, before}
	}
	silent := func(t *testing.T, text string) {
		t.Helper()
		for _, secret := range append(codes(), password, "battery", codeKey) {
			if strings.Contains(text, secret) {
				t.Errorf("the client was sent the secret: %s", text)
			}
		}
	}

	l.Step("the list tells the names and the hosts", func(t *testing.T) {
		list := l.Ask("tools/list", map[string]any{}).Line
		want := "{{code.totp}} on " + host(b.Server) + "; {{word}} on " + host(b.Server)
		if strings.Count(list, want) != 2 {
			t.Errorf("tools/list does not say %q twice: %s", want, list)
		}
		silent(t, list)
	})
	l.Step("browser_type", func(t *testing.T) {
		at("/")
		text := l.Does("browser_type", launchtest.Arguments{"target": l.ref("Password"), "text": "{{word}}", "submit": true})
		silent(t, text)
		if !strings.Contains(text, "a secret was typed: {{word}}") || strings.Contains(text, "frame.url") {
			t.Errorf("the answer is %s", text)
		}
		if got := b.got(); !strings.Contains(got, "word=correct+horse+%60battery%60+%22staple%22+%3C9%3E") {
			t.Errorf("the site was sent %q", got)
		}
	})
	l.Step("browser_fill_form", func(t *testing.T) {
		at("/")
		fill := func(name, kind, value string) map[string]string {
			return map[string]string{"target": l.ref(name), "name": name, "type": kind, "value": value}
		}
		fields := []map[string]string{
			fill("User", "textbox", "alice {{nobody}}"), fill("Password", "textbox", "{{word}}"),
			fill("Code", "textbox", "{{code.totp}}"), fill("Stay", "checkbox", "true"),
		}
		silent(t, l.Does("browser_fill_form", launchtest.Arguments{"fields": fields}))
		silent(t, l.Does("browser_snapshot", nil))
		silent(t, l.Tool("browser_evaluate", launchtest.Arguments{"function": `() => document.forms[0].word.value + document.forms[0].code.value`}).Line)
		l.Does("browser_click", launchtest.Arguments{"target": l.ref("Log in")})
		got := b.got()
		if !strings.Contains(got, "user=alice+%7B%7Bnobody%7D%7D") || !strings.Contains(got, "stay=yes") || !strings.Contains(got, "battery") ||
			!strings.Contains(got, "code="+codes()[0]) && !strings.Contains(got, "code="+codes()[1]) {
			t.Errorf("the site was sent %q", got)
		}
	})
	l.Step("other tools type no secret, and say so", func(t *testing.T) {
		if answer := l.Tool("browser_evaluate", launchtest.Arguments{"function": `() => "{{word}}".length`}); !answer.IsError() || !strings.Contains(answer.Text(), "browser_fill_form") {
			t.Errorf("the answer is %s", answer.Line)
		}
		if text := l.Does("browser_evaluate", launchtest.Arguments{"function": `() => "{{nobody}}".length`}); !strings.Contains(text, "10") {
			t.Errorf("a name that no secret has: %s", text)
		}
	})
	l.Step("a key is no text", func(t *testing.T) {
		at("/")
		if answer := l.Tool("browser_type", launchtest.Arguments{"target": l.ref("Code"), "text": "{{code}}"}); !answer.IsError() || !strings.Contains(answer.Text(), "{{code.totp}}") {
			t.Errorf("the answer is %s", answer.Line)
		}
	})
	l.leaves()
	traces, _ := filepath.Glob(conf.Connector("trace", "*.jsonl"))
	for _, trace := range traces {
		text, err := os.ReadFile(trace)
		if err != nil {
			t.Fatal(err)
		}
		silent(t, string(text))
	}
}
