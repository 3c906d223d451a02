package launcher_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"connector-browser/launcher/launchtest"
)

// shadowed is a page with open roots in each other, a slot, and a closed root.
const shadowed = `<!doctype html><title>Shadows</title><h1>Shadows</h1>
<div id="card"><button onclick="out.textContent = 'slotted'">Slotted</button></div><div id="safe"></div><output id="out"></output><script>
const outer = card.attachShadow({ mode: 'open' });
outer.innerHTML = '<p id="inner"></p><slot></slot>';
const inner = outer.querySelector('#inner').attachShadow({ mode: 'open' });
inner.innerHTML = '<button id="deep">Deep</button>';
inner.querySelector('button').onclick = () => { out.textContent = 'deep'; };
safe.attachShadow({ mode: 'closed' }).innerHTML = '<button>Closed</button>';
</script>`

// CD-093, SN-025: open shadow roots are a part of the page, closed ones are not.
func TestAgentShadowRoots(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, shadowed) }))
	t.Cleanup(server.Close)
	l := start(t, launchtest.New(t).Auth("", false).Policy("surface = \"agent\"\n"+allow(server)))
	page := l.Does("browser_navigate", launchtest.Arguments{"url": server.URL})
	l.Step("CD-093 each once, and nothing of the closed one", func(t *testing.T) {
		if strings.Count(page, `button "Deep"`) != 1 || strings.Count(page, `button "Slotted"`) != 1 || strings.Contains(page, "Closed") {
			t.Error(page)
		}
	})
	l.Step("SN-025 by ref and by CSS", func(t *testing.T) {
		for _, c := range []struct{ target, changed string }{
			{ref(t, page, `"Deep"`), `+ status "deep"`}, {ref(t, page, `"Slotted"`), `+ status "slotted"`}, {"#deep", `+ status "deep"`},
		} {
			if got := l.Does("browser_click", launchtest.Arguments{"target": c.target}); !strings.Contains(got, c.changed) {
				t.Errorf("%s: %s", c.target, got)
			}
		}
	})
	l.leaves()
}
