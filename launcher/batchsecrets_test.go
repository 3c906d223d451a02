package launcher_test

import (
	"fmt"
	"strings"
	"testing"

	"connector-browser/launcher/launchtest"
	"connector-browser/secrets"
)

// A named secret in a step is typed under the rules of a call by itself: in a page
// of its hosts, on the page that is there by then, and seen by nobody.
func TestBatchTypesSecrets(t *testing.T) {
	t.Parallel()
	b := newBank(t, map[string]string{"/": form})
	other := newBank(t, map[string]string{"/": form})
	conf := launchtest.New(t).Auth("", false).Policy(fmt.Sprintf("surface = \"agent\"\n[network]\nallow = [%q, %q]\n", host(b.Server), host(other.Server)))
	keepSecret(t, conf, secrets.Named{Name: "word", Hosts: []string{host(b.Server)}, Value: password})
	l := start(t, conf)
	login := func(url string) launchtest.Arguments {
		return batchOf(do("browser_navigate", step{"url": url}), do("browser_type", step{"target": "[name=user]", "text": "alice"}),
			do("browser_type", step{"target": "[name=word]", "text": "{{word}}", "submit": true}))
	}
	l.Step("on its host", func(t *testing.T) {
		got := l.Tool("browser_batch", login(b.URL))
		if got.IsError() || strings.Contains(got.Line, "battery") {
			t.Error(got.Line)
		}
		if sent := b.got(); !strings.Contains(sent, "battery") || !strings.Contains(sent, "user=alice") {
			t.Errorf("the bank was sent %q", sent)
		}
	})
	l.Step("on another", func(t *testing.T) {
		l.Does("browser_navigate", step{"url": b.URL}) // the page before the batch is no reason
		got := l.Tool("browser_batch", login(other.URL))
		if s := structured(t, got); *s.FailedStep != 2 || s.Steps[2].Error["code"] != "connector.forbidden_host" {
			t.Error(got.Line)
		}
		if sent := other.got(); sent != "" {
			t.Errorf("the other was sent %q", sent)
		}
		if got := l.Does("browser_evaluate", step{"function": "() => document.querySelector('[name=word]').value"}); !strings.HasPrefix(got, `""`) {
			t.Errorf("typed: %s", got)
		}
	})
	l.Step("in a spelling that is not its own", func(t *testing.T) {
		got := l.Tool("browser_batch", batchOf(do("browser_type", step{"target": "[name=word]", "text": "{{word.totp}}"})))
		if !got.IsError() || !strings.Contains(got.Line, "steps[0]: the secret word is written {{word}}") {
			t.Error(got.Line)
		}
	})
	l.leaves()
}
