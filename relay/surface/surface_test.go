package surface

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// CD-067: the pinned upstream's texts, and their codes.
func TestClassify(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"### Error\nError: Ref e7 not found in the current page snapshot. Try capturing new snapshot.":                                   "STALE_REF",
		"### Error\nError: \"#nope\" does not match any elements.":                                                                       "NO_MATCH",
		"### Error\nError: browserBackend.callTool: Error: strict mode violation: locator('html').locator('*') resolved to 10 elements:": "AMBIGUOUS",
		"### Error\nError: Tab 7 not found":                                            "NO_MATCH",
		"### Error\nError: page.evaluate: Error: Tab 7 not found":                      "DRIVER_ERROR",
		"### Error\nError: Tool \"browser_snapshot\" does not handle the modal state.": "STATE_INVALID",
		"### Error\nTimeoutError: Timeout 5000ms exceeded.\nCall log:\n\x1b[2m  - waiting for getByText('never').first() to be visible\x1b[22m":          "TIMEOUT_WAITING_VISIBLE",
		"### Error\nTimeoutError: locator.click: Timeout 5000ms exceeded.\nCall log:\n  - <div></div> intercepts pointer events":                         "TIMEOUT",
		"### Error\nError: page.goto: Timeout 60000ms exceeded.\nCall log:\n  - navigating to \"http://a.example/\", waiting until \"domcontentloaded\"": "TIMEOUT_WAITING_LOAD",
		"### Error\nInvalid arguments for tool \"browser_click\":":                                                                                       "INVALID_ARGUMENT",
		"### Error\nError: browserBackend.callTool: net::ERR_UNSAFE_PORT at http://127.0.0.1:1/":                                                         "DRIVER_ERROR",
		"### Error\nsomething new": "DRIVER_ERROR",
	} {
		if got := Classify("browser_click", text).Code; got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
	if got := Classify("browser_evaluate", "### Error\nError: boom").Code; got != "EVAL_THREW" {
		t.Errorf("an exception of the page is %s", got)
	}
}

// CD-067: what was done and is waited for is told from what was not done at all.
func TestClassifyAfterTheClick(t *testing.T) {
	t.Parallel()
	const begins = "### Error\nTimeoutError: locator.click: Timeout 5000ms exceeded.\nCall log:\n\x1b[2m  - waiting for getByText('Pay')\x1b[22m\n" +
		"\x1b[2m  - attempting click action\x1b[22m\n\x1b[2m    - waiting for element to be visible, enabled and stable\x1b[22m\n"
	const performing = "\x1b[2m    - performing click action\x1b[22m\n"
	for name, c := range map[string]struct{ rest, code, hint string }{
		"made":         {performing, "TIMEOUT", "the click was made, and the page does not answer: look at the page before you repeat it"},
		"made later":   {"    - <p></p> intercepts pointer events\n  - retrying click action\n" + performing, "TIMEOUT", "the click was made, and the page does not answer: look at the page before you repeat it"},
		"not made":     {"", "TIMEOUT_WAITING_VISIBLE", "look at the page; what was waited for did not appear"},
		"tried again":  {performing + "  - retrying click action\n    - waiting for element to be visible, enabled and stable\n", "TIMEOUT_WAITING_VISIBLE", "look at the page; what was waited for did not appear"},
		"intercepted":  {performing + "    - <p></p> intercepts pointer events\n", "TIMEOUT", "<p> covers it: close that first, or use it instead"},
		"a page's own": {"    - locator resolved to <b>performing click action</b>\n", "TIMEOUT_WAITING_VISIBLE", "look at the page; what was waited for did not appear"},
	} {
		if got := Classify("browser_click", begins+c.rest); got != (Failure{c.code, c.hint}) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// An answer of the upstream's, taken apart: the result and downloads are
// kept, the code that was run, the page and the tabs are told in another place.
func TestSections(t *testing.T) {
	t.Parallel()
	list := Sections("### Result\n\"### Page\"\n### Ran Playwright code\n```js\nx\n```\n### Open tabs\n- 0: (current) [A](https://a.example/)\n" +
		"### Page\n- Page URL: https://a.example/\n- Console: 12 errors, 3 warnings\n### Events\n- New console entries: console.log#L1\n- Downloaded file a.pdf to \"/out/a.pdf\"")
	want := "\"### Page\"\nDownloaded file a.pdf to \"/out/a.pdf\""
	if diff := cmp.Diff(want, Said(list)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// SN-058: several tabs are listed by the index that leads to them, and a new one
// says how to get there.
func TestTabs(t *testing.T) {
	t.Parallel()
	one, two := []string{"https://a.example/"}, []string{"https://a.example/", "https://b.example/"}
	if got := Tabs(one, 0, 2, "browser_page"); got != "" {
		t.Errorf("one tab is %q", got)
	}
	list := "tabs: 0 https://a.example/ (current), 1 https://b.example/"
	if got := Tabs(two, 0, 2, "browser_page"); got != list {
		t.Errorf("two tabs are %q", got)
	}
	for tool, want := range map[string]string{
		"browser_page": list + "\nnew tab: browser_page {\"action\":\"select\",\"index\":1}",
		"browser_tabs": list + "\nnew tab: browser_tabs {\"action\":\"select\",\"index\":1}",
		"":             list,
	} {
		if got := Tabs(two, 0, 1, tool); got != want {
			t.Errorf("a new tab is %q, want %q", got, want)
		}
	}
}

// CD-040: which pages there are, for who asked for another.
func TestPages(t *testing.T) {
	t.Parallel()
	list := ""
	for n, want := range []string{"no page is open", "there is one page, 0", "there are 2 pages, 0 and 1", "there are 3 pages, 0 to 2"} {
		if got := Pages(list); got != want {
			t.Errorf("%d pages: %q, want %q", n, got, want)
		}
		list += fmt.Sprintf("- %d: [A - 5: b](https://a.example/)\n", n)
	}
}

// SN-044: what counts is what the arguments say, and the page.
func TestLoop(t *testing.T) {
	t.Parallel()
	var l Loop
	for range 2 {
		if l.Vain("click", []byte(`{"a":1,"b":[2]}`), "page") {
			t.Error("held back too early")
		}
		l.Made("click", []byte(`{"b":[2], "a":1}`), "page")
	}
	for call, want := range map[[3]string]bool{
		{"click", `{"a":1,"b":[2]}`, "page"}:                                     true,
		{"click", `{"a":1,"b":[2],"button":"left","doubleClick":false}`, "page"}: true,
		{"click", `{"a":1,"b":[2],"doubleClick":true}`, "page"}:                  false,
		{"click", `{"a":1,"b":[2]}`, "other"}:                                    false,
		{"click", `{"a":1,"b":[3]}`, "page"}:                                     false,
		{"hover", `{"a":1,"b":[2]}`, "page"}:                                     false,
	} {
		if got := l.Vain(call[0], []byte(call[1]), call[2]); got != want {
			t.Errorf("%v: %v, want %v", call, got, want)
		}
	}
}

// CD-084: refs that were shown, in the documents in which they were.
func TestRefs(t *testing.T) {
	t.Parallel()
	var r Refs
	r.Note("- button \"A\" [ref=e9]\n- link [ref=f2e3]")
	for target, want := range map[string]bool{
		"e9": true, "e3": true, "e10": false, "f2e3": true, "f2e9": false, "f3e1": false, "aria-ref=e9": true, "aria-ref=e10": false,
		"css=e10": true, "#e10": true, "": true, "e99999999999999999999": false,
	} {
		if got := r.Knows(target); got != want {
			t.Errorf("%q: %v, want %v", target, got, want)
		}
	}
}

// Half a character is never left.
func TestCut(t *testing.T) {
	t.Parallel()
	for n, want := range []string{"", "a", "a", "aé", "aé"} {
		if got := Cut("aé", n); got != want {
			t.Errorf("%d bytes: %q, want %q", n, got, want)
		}
	}
}
