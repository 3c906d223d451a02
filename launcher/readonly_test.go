package launcher_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"connector-browser/launcher/launchtest"
)

// watched is a page that tells of everything that is done to it.
const watched = `<!doctype html><title>Watched</title><h1>Watched</h1><a href="/elsewhere">Elsewhere</a>
<input id="field" value="as it was"><input type="checkbox" id="box"><button>Press</button><div style="height: 3000px"></div>
<script>
const done = [];
const note = (what) => done.push(what);
for (const kind of ['click', 'dblclick', 'mousedown', 'mousemove', 'mouseover', 'pointerdown', 'pointermove', 'wheel', 'keydown', 'keyup', 'input', 'change', 'focusin',
  'focusout', 'scroll', 'submit', 'resize', 'hashchange', 'popstate', 'pagehide', 'storage', 'dragstart', 'drop', 'copy', 'paste'])
  addEventListener(kind, () => note(kind), true);
new MutationObserver((list) => { for (const m of list) note(m.type + ' ' + m.target.nodeName); })
  .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
const all = () => JSON.stringify([done, document.documentElement.outerHTML, field.value, box.checked, scrollX, scrollY, innerWidth, innerHeight,
  document.activeElement.nodeName, location.href, history.length, document.cookie, { ...localStorage }, { ...sessionStorage }, getSelection().toString(),
  Object.keys(window).length]);
</script>`

// CD-043: whatever says of itself that it only reads leaves the page as it is: no
// event, no change, no request.
func TestReadOnlyToolsChangeNothing(t *testing.T) {
	t.Parallel()
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		fmt.Fprint(w, watched)
	}))
	t.Cleanup(server.Close)
	l := start(t, launchtest.New(t).Auth("", false).Policy("surface = \"agent\"\n"+allow(server)))
	var list struct {
		Tools []struct {
			Name        string
			Annotations struct{ ReadOnlyHint bool }
		}
	}
	if err := json.Unmarshal(l.Ask("tools/list", map[string]any{}).Result, &list); err != nil {
		t.Fatal(err)
	}
	l.Does("browser_navigate", launchtest.Arguments{"url": server.URL})
	l.Does("browser_evaluate", launchtest.Arguments{"function": "() => 1"})
	look := func() string {
		all, _, _ := strings.Cut(l.Does("browser_evaluate", launchtest.Arguments{"function": "() => all()"}), "\n")
		return all
	}
	type arguments = launchtest.Arguments
	given := map[string][]arguments{
		"browser_network_request":  {{"index": 1}},
		"browser_console_messages": {{"level": "debug"}},
		"browser_network_requests": {{"static": true}},
		"browser_find":             {{"text": "Press"}},
		"browser_wait_for":         {{"text": "Watched"}, {"time": 0.1}},
		"browser_snapshot":         {nil, {"target": "#field"}, {"elements": 1}},
		"browser_exists":           {{"target": "#field"}, {"target": "#nope"}},
		"browser_read":             {nil, {"target": "h1"}, {"target": "#field", "what": "value"}, {"target": "a", "what": "attribute", "name": "href"}, {"target": "#box", "what": "checked"}, {"target": "#box", "what": "enabled"}, {"target": "#box", "what": "visible"}},
		"browser_expect":           {{"what": "visible", "target": "h1"}, {"what": "text", "target": "h1", "expected": "no", "timeout_ms": 100}, {"what": "no-errors"}, {"what": "value", "target": "#field", "expected": "was"}, {"what": "checked", "target": "#box", "timeout_ms": 0}, {"what": "title", "expected": "W"}},
		"browser_wait":             {{"target": "#field"}, {"gone": "Watched", "timeout_ms": 100}, {"load": "load"}, {"seconds": 0.1}},
		"browser_locators":         {{"target": "#field"}, {"target": "a", "limit": 20}},
		"browser_status":           {nil},
		"browser_logs":             {nil, {"action": "wait", "contains": "never", "timeout_ms": 100}, {"action": "clear"}},
	}
	for _, tool := range list.Tools {
		if !tool.Annotations.ReadOnlyHint {
			delete(given, tool.Name)
			continue
		}
		if given[tool.Name] == nil {
			t.Errorf("%s says that it only reads, and is not tried here", tool.Name)
		}
		for _, a := range given[tool.Name] {
			l.Step(fmt.Sprint(tool.Name, a), func(t *testing.T) {
				before, asked := look(), requests.Load()
				l.Tool(tool.Name, a)
				if after := look(); after != before {
					t.Errorf("the page was\n%s\nand is\n%s", before, after)
				}
				if after := requests.Load(); after != asked {
					t.Errorf("%d requests were made", after-asked)
				}
			})
		}
		delete(given, tool.Name)
	}
	for name := range given {
		if name != "browser_wait_for" && name != "browser_console_messages" { // not listed beside what replaces them
			t.Errorf("%s is not listed", name)
		}
	}
	if !strings.Contains(look(), "as it was") {
		t.Error("the page does not tell of itself")
	}
	l.leaves()
}
