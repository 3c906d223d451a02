package launcher_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
)

// CD-033, CD-034, CD-035, CD-036: what reads and waits, on the real upstream.
func TestOwnToolsThatRead(t *testing.T) {
	t.Parallel()
	l, server := atWorkshop(t, "")
	type arguments = launchtest.Arguments
	for _, c := range []struct {
		name, tool string
		given      arguments
		want       string // the answer, or the code of the failure
	}{
		{"CD-033 it is there", "browser_exists", arguments{"target": "button"}, `{"exists":true,"count":6,"visible":6}`},
		{"CD-033 it is not", "browser_exists", arguments{"target": "#nope"}, `{"exists":false,"count":0,"visible":0}`},
		{"CD-033 hidden", "browser_exists", arguments{"target": "li >> text=Three"}, `{"exists":true,"count":1,"visible":0}`},
		{"an expression of the upstream's", "browser_exists", arguments{"target": `getByRole('button', { name: 'Add', exact: true })`}, `{"exists":true,"count":1,"visible":1}`},
		{"CD-035 text", "browser_read", arguments{"target": "h1"}, "Workshop"},
		{"CD-035 value", "browser_read", arguments{"target": "#user", "what": "value"}, `"ada"`},
		{"CD-035 the whole address", "browser_read", arguments{"target": "#far", "what": "attribute", "name": "href"}, `"` + server.URL + `/far?with=%22all%22&of=it"`},
		{"CD-035 no such attribute", "browser_read", arguments{"target": "#far", "what": "attribute", "name": "rel"}, `null`},
		{"CD-035 states", "browser_read", arguments{"target": "text=Off", "what": "enabled"}, `false`},
		{"CD-035 states", "browser_read", arguments{"target": "#stay", "what": "checked"}, `true`},
		{"CD-092 a password", "browser_read", arguments{"target": "#word", "what": "value"}, "UNSUPPORTED"},
		{"CD-092 its attribute", "browser_read", arguments{"target": "#word", "what": "attribute", "name": "VALUE"}, "UNSUPPORTED"},
		{"CD-092 what reads like a secret", "browser_read", arguments{"target": "#key", "what": "value"}, "UNSUPPORTED"},
		{"CD-092 guessing it", "browser_expect", arguments{"what": "value", "target": "#word", "expected": "h", "timeout_ms": 0}, "UNSUPPORTED"},
		{"CD-092 by its label", "browser_read", arguments{"target": "label:has(#word)", "what": "value"}, "UNSUPPORTED"},
		{"CD-092 guessing by its label", "browser_expect", arguments{"what": "value", "target": "label:has(#word)", "expected": "h", "timeout_ms": 0}, "UNSUPPORTED"},
		{"CD-070 what is not there", "browser_read", arguments{"target": "#nope"}, "NO_MATCH"},
		{"more than one", "browser_read", arguments{"target": "button"}, "AMBIGUOUS"},
		{"no selector", "browser_exists", arguments{"target": "##"}, "INVALID_ARGUMENT"},
		{"no expression", "browser_exists", arguments{"target": "getByRole('button').evaluate(1)"}, "INVALID_ARGUMENT"},
		{"CD-036 visible", "browser_expect", arguments{"what": "visible", "target": "h1"}, "ok"},
		{"CD-036 text", "browser_expect", arguments{"what": "text", "target": "h1", "expected": "Work"}, "ok"},
		{"CD-036 another text", "browser_expect", arguments{"what": "text", "target": "h1", "expected": "Play", "timeout_ms": 100}, "EXPECT_MISMATCH"},
		{"CD-036 url", "browser_expect", arguments{"what": "url", "expected": server.URL}, "ok"},
		{"CD-036 errors", "browser_expect", arguments{"what": "no-errors"}, "EXPECT_MISMATCH"},
		{"CD-034 not in time", "browser_wait", arguments{"target": "#nope", "timeout_ms": 100}, "TIMEOUT_WAITING_VISIBLE"},
		{"CD-034 not gone in time", "browser_wait", arguments{"gone": "Workshop", "timeout_ms": 100}, "TIMEOUT_WAITING_STATE"},
		{"two things", "browser_wait", arguments{"gone": "Workshop", "text": "Workshop"}, "INVALID_ARGUMENT"},
		{"a wait without end", "browser_expect", arguments{"what": "url", "expected": "x", "timeout_ms": 1e9}, "INVALID_ARGUMENT"},
	} {
		l.Step(c.name, func(t *testing.T) {
			began := time.Now()
			got := l.Tool(c.tool, c.given)
			if text := got.Text(); text != c.want && structured(t, got).Error.Code != c.want || strings.Contains(got.Line, "hunter2") || strings.Contains(got.Line, "live-4711") {
				t.Errorf("answered %s", got.Line)
			}
			if took := time.Since(began); took > 2*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
	l.Step("SN-063 SN-064 the main content, and what is left of it", func(t *testing.T) {
		got := l.Does("browser_read", nil)
		if strings.Contains(got, "Header") || !strings.HasPrefix(got, "Workshop") || !strings.Contains(got, "\n[2 items; ") {
			t.Error(got)
		}
		below := func() (px int) {
			text := l.Does("browser_read", nil)
			fmt.Sscanf(text[strings.LastIndex(text, "; ")+2:], "%d px below]", &px)
			return px
		}
		top := below()
		l.Does("browser_evaluate", arguments{"function": "() => scrollBy(0, 100)"})
		if after := below(); top < 2000 || after != top-100 {
			t.Errorf("%d px were below, and %d after 100", top, after)
		}
		l.Does("browser_evaluate", arguments{"function": "() => scrollTo(0, 1e6)"})
		if after := below(); after != 0 {
			t.Errorf("%d px are below the end", after)
		}
	})
	l.Step("CD-035 long text comes in parts, and whole", func(t *testing.T) {
		l.Does("browser_evaluate", arguments{"function": "() => { out.textContent = 'é'.repeat(8000) + 'end' }"})
		first := l.Does("browser_read", arguments{"target": "#out"})
		rest := l.Does("browser_read", arguments{"target": "#out", "offset": 8000})
		if !strings.HasSuffix(first, "\n[characters 0–8000 of 8003; go on with offset: 8000]") || rest != "end" {
			t.Errorf("%.40s … %q", first, rest)
		}
		l.Does("browser_evaluate", arguments{"function": "() => { out.textContent = '' }"})
	})
	l.ownToolsThatWait()
	l.leaves()
}
