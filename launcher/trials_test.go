package launcher_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"connector-browser/launcher/launchtest"
)

// Targets, and long answers.
func TestAgentTargets(t *testing.T) {
	t.Parallel()
	l, site := agent(t)
	page := l.Does("browser_navigate", launchtest.Arguments{"url": site + "/fields"})
	var sizes []int // of the answers to clicks, in bytes
	l.Step("CD-087 a ref in a shadow root is waited for", func(t *testing.T) {
		if got := l.clicks(t, page, `"Patience"`); !strings.Contains(got, `+ status "patience"`) {
			t.Error(got)
		}
	})
	l.Step("CD-075 prefixes", func(t *testing.T) {
		for target, want := range map[string]string{
			"text=Save": "saved", "text*=save a": "all saved", "role=button[name=Save all]": "all saved", "alt=A map": "map", "title=Home page": "home",
			"tag=e7": "e7", "css=e7": "e7", "ref=" + ref(t, page, `"Save all"`): "all saved",
		} {
			l.Does("browser_evaluate", launchtest.Arguments{"function": "() => { out.textContent = '' }"})
			got := l.Does("browser_click", launchtest.Arguments{"target": target})
			if !strings.Contains(got, `status "`+want+`"`) {
				t.Errorf("%s: %s", target, got)
			}
			sizes = append(sizes, len(got))
		}
		for i, target := range []string{"label=E-Mail", "placeholder=Where to?", "testid=where", "name=mail", "id=mail"} {
			text := strings.Repeat("x", i+1)
			if got := l.Does("browser_type", launchtest.Arguments{"target": target, "text": text}); !strings.Contains(got, `value="`+text+`"`) {
				t.Errorf("%s: %s", target, got)
			}
		}
	})
	l.Step("SN-031 one of several is visible", func(t *testing.T) {
		got := l.Does("browser_click", launchtest.Arguments{"target": "css=button >> text=Twin"})
		if !strings.HasPrefix(got, "of several matches the visible one was used\n") || !strings.Contains(got, `status "twin"`) {
			t.Error(got)
		}
		if got := l.Tool("browser_click", launchtest.Arguments{"target": "css=button"}); !strings.Contains(got.Line, `"code":"AMBIGUOUS"`) {
			t.Error(got.Line)
		}
	})
	l.Step("CD-101 what a click changed takes 60 tokens at the median", func(t *testing.T) {
		slices.Sort(sizes)
		if len(sizes) < 5 || sizes[len(sizes)/2] > 4*60 {
			t.Errorf("the answers to clicks have %d bytes", sizes)
		}
	})
	l.Step("CD-068 CD-084 what is not there", func(t *testing.T) {
		got := l.Tool("browser_click", launchtest.Arguments{"target": "label=Nobody"})
		if !strings.Contains(got.Line, `"code":"NO_MATCH"`) || !strings.Contains(got.Line, `"selector":"label=Nobody"`) || !strings.Contains(got.Text(), "internal:label=") {
			t.Error(got.Line)
		}
		if got := l.Tool("browser_click", launchtest.Arguments{"target": "ref=e999"}); !strings.Contains(got.Line, "BARE_REF") {
			t.Error(got.Line)
		}
	})
	l.Step("CD-106 CD-110 CD-114 what is long lies in the output folder", func(t *testing.T) {
		got := l.Tool("browser_evaluate", launchtest.Arguments{"function": "() => 'word '.repeat(5000)"})
		found := regexp.MustCompile(`\[cut: [0-9]+ of 25002 bytes; whole in (/.*)\]`).FindStringSubmatch(got.Text())
		if found == nil || len(got.Line) > 2500 {
			t.Fatalf("%.3000s", got.Line)
		}
		info, err := os.Stat(found[1])
		if err != nil || info.Mode() != 0o600 || filepath.Dir(found[1]) != filepath.Join(l.directory(), "out") || info.Size() != 25002 {
			t.Errorf("%v, %v", info, err)
		}
		if got := l.Tool("browser_evaluate", launchtest.Arguments{"function": "() => [1]"}); !strings.Contains(got.Line, `"structuredContent":{"result":[1]}`) {
			t.Error(got.Line)
		}
	})
	l.leaves()
}
