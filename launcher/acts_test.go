package launcher_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
)

// gym is a page that says what is done to it.
const gym = `<!doctype html><title>Gym</title><h1>Gym</h1>
<button ondblclick="say('twice')">Twice</button><a data-testid="only-here" target="_blank" href="/popup">Pop up</a>
<button onclick="setTimeout(() => say(String(confirm('Sure?'))), 1)">Ask</button><button onclick="setTimeout(() => say(String(prompt('Name?'))), 1)">Prompt</button>
<label>Town <input id="town" value="Paris" onfocus="say('focused')"></label> <label><input type="checkbox" id="box"> Box</label>
<input id="stuck" type="checkbox" onclick="return false">
<select id="size"><option value="s">Small<option value="l">Large</select>
<label>File <input type="file" id="file" multiple onchange="say([...this.files].map(f => f.name).join())"></label>
<button onclick="file.click()">Choose</button>
<button id="e4711ab3c9d" class="css-1x2y3z">Twin</button><button>Twin</button>
<canvas id="canvas" width="200" height="100" style="border:1px solid"></canvas><output id="out">nothing</output>
<div style="height: 3000px"></div><p id="deep">Deep</p>
<script>
const say = (what) => { out.textContent = what };
let line = [];
canvas.onmousedown = (e) => { line = [e.offsetX + ',' + e.offsetY + ' ' + e.button] };
canvas.onmousemove = (e) => { if (e.buttons) line.push(e.offsetX + ',' + e.offsetY) };
canvas.onmouseup = (e) => { say(line.join(' ')) };
const ask = (url, more) => fetch(url, more).then((r) => r.text().then((t) => say(r.status + ' ' + t)), (e) => say('failed'));
</script>`

// inGym is a launch of the agent surface that looks at the gym.
func inGym(t *testing.T, more string) (*launch, *httptest.Server) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, gym)
		case "/popup":
			fmt.Fprint(w, `<!doctype html><title>Pop</title><h1>Pop</h1>`)
		default:
			fmt.Fprint(w, "real")
		}
	}))
	t.Cleanup(server.Close)
	l := start(t, launchtest.New(t).Auth("", false).Policy("surface = \"agent\"\n"+allow(server)+more))
	l.Does("browser_navigate", launchtest.Arguments{"url": server.URL})
	return l, server
}

// out is what the gym says, once it says this.
func (l *launch) out(want string) {
	l.t.Helper()
	l.Does("browser_expect", step{"what": "text", "target": "#out", "expected": want})
}

// code wants a call to fail with this code, or to be refused with it.
func (l *launch) code(t *testing.T, tool string, given step, want string) launchtest.Answer {
	t.Helper()
	got := l.Tool(tool, given)
	if structured(t, got).Error.Code != want && (got.Error == nil || got.Error.Data.Code != want) {
		t.Errorf("%s %v is answered %.600s, want %s", tool, given, got.Line, want)
	}
	return got
}

// CD-025, CD-026, CD-027, CD-028: what acts, on the real upstream.
func TestOwnToolsThatAct(t *testing.T) {
	t.Parallel()
	l, _ := inGym(t, "")
	act := func(target, action string, more ...string) step {
		given := step{"target": target, "action": action}
		if more != nil {
			given["value"] = more[0]
		}
		return given
	}
	l.Step("CD-025 an element", func(t *testing.T) {
		if got := l.Does("browser_element", act("text=Twice", "dblclick")); !strings.HasPrefix(got, "done\n") || !strings.Contains(got, "twice") {
			t.Error(got)
		}
		l.Does("browser_element", act("#town", "focus"))
		l.out("focused")
		l.Does("browser_element", act("#town", "clear"))
		l.Does("browser_expect", step{"what": "value", "target": "#town", "expected": ""})
		for range 2 {
			if got := l.Does("browser_element", act("#box", "check")); !strings.HasPrefix(got, "checked") {
				t.Error(got)
			}
		}
		l.Does("browser_expect", step{"what": "checked", "target": "#box"})
		if got := l.Does("browser_element", act("#box", "uncheck")); !strings.HasPrefix(got, "unchecked") {
			t.Error(got)
		}
		l.Does("browser_element", act("#size", "select", "l"))
		l.Does("browser_expect", step{"what": "value", "target": "#size", "expected": "l"})
		l.Does("browser_element", act("#deep", "scroll"))
		if got := l.Does("browser_evaluate", step{"function": "() => scrollY > 1000"}); !strings.HasPrefix(got, "true") {
			t.Error(got)
		}
		if got := l.Tool("browser_element", act("#stuck", "check")); !got.IsError() {
			t.Error(got.Line)
		}
		l.code(t, "browser_element", act("#nope", "clear"), "NO_MATCH")
		l.code(t, "browser_element", act("#town", "select", "x"), "NOT_EDITABLE")
		l.code(t, "browser_element", act("#size", "select"), "INVALID_ARGUMENT")
	})
	l.Step("CD-026 CD-027 keys", func(t *testing.T) {
		l.Does("browser_element", act("#town", "focus"))
		for _, given := range []step{{"key": "Shift", "action": "down"}, {"key": "a"}, {"key": "Shift", "action": "up"}, {"key": "b"}} {
			l.Does("browser_key", given)
		}
		if got := l.Does("browser_read", step{"target": "#town", "what": "value"}); got != `"Ab"` && got != `"ab"` {
			t.Error(got)
		}
		l.Does("browser_key", step{"key": "Control+A"})
		l.Does("browser_key", step{"key": "Delete"})
		if got := l.Does("browser_read", step{"target": "#town", "what": "value"}); got != `""` {
			t.Error(got)
		}
		l.code(t, "browser_key", step{"key": "Nope"}, "INVALID_ARGUMENT")
	})
	l.Step("CD-028 the mouse", func(t *testing.T) {
		l.Does("browser_element", act("#canvas", "scroll"))
		box := l.Does("browser_evaluate", step{"function": "() => { const b = canvas.getBoundingClientRect(); return b.x + ' ' + b.y }"})
		var x, y float64
		if _, err := fmt.Sscanf(box, "\"%g %g\"", &x, &y); err != nil {
			t.Fatal(box, err)
		}
		at := func(dx, dy float64) step { return step{"action": "move", "x": x + 1 + dx, "y": y + 1 + dy} }
		for _, given := range []step{at(10, 20), {"action": "down"}, at(50, 60), {"action": "up"}} {
			l.Does("browser_mouse", given)
		}
		l.out("10,20 0 50,60")
		before := l.Does("browser_evaluate", step{"function": "() => scrollY"})
		l.Does("browser_mouse", step{"action": "wheel", "dy": 300})
		if after := l.Does("browser_evaluate", step{"function": "() => new Promise(r => setTimeout(() => r(scrollY), 300))"}); after == before {
			t.Error(after)
		}
		l.Does("browser_mouse", step{"action": "click", "target": "text=Twice"})
		l.code(t, "browser_mouse", step{"action": "click"}, "INVALID_ARGUMENT")
		l.code(t, "browser_mouse", step{"action": "move", "x": 1}, "INVALID_ARGUMENT")
		l.code(t, "browser_mouse", step{"action": "move", "target": "#nope"}, "NO_MATCH")
	})
	l.leaves()
}

// CD-031, CD-040, CD-170: dialogs, pages, and where the session is.
func TestOwnToolsOfTheBrowser(t *testing.T) {
	t.Parallel()
	l, server := inGym(t, "")
	l.Step("CD-031 a dialog", func(t *testing.T) {
		l.code(t, "browser_dialog", step{"action": "accept"}, "STATE_INVALID")
		if got := l.Does("browser_dialog", step{"action": "inspect"}); !strings.HasPrefix(got, "no dialog is open") {
			t.Error(got)
		}
		for _, c := range []struct{ button, message, action, text, want string }{
			{"Ask", "confirm: Sure?", "accept", "", "true"}, {"Ask", "confirm: Sure?", "dismiss", "", "false"},
			{"Prompt", "prompt: Name?", "accept", "Ada", "Ada"}, {"Prompt", "prompt: Name?", "dismiss", "", "null"},
		} {
			l.Tool("browser_click", step{"target": "text=" + c.button})
			if got := l.Does("browser_dialog", step{"action": "inspect"}); !strings.Contains(got, "dialog open: "+c.message) {
				t.Error(got)
			}
			given := step{"action": c.action}
			if c.text != "" {
				given["text"] = c.text
			}
			l.Does("browser_dialog", given)
			l.out(c.want)
		}
	})
	l.Step("CD-040 pages", func(t *testing.T) {
		l.Does("browser_click", step{"target": "text=Pop up"})
		var got string
		if !launchtest.Within(10*time.Second, func() bool {
			got = l.Does("browser_page", step{"action": "list"})
			return strings.Contains(got, "1: [Pop]")
		}) || !strings.Contains(got, "0: (current) [Gym]") {
			t.Error(got)
		}
		if got := l.Does("browser_page", step{"action": "select", "index": 1}); !strings.Contains(got, "page: Pop") {
			t.Error(got)
		}
		if got := l.Tool("browser_page", step{"action": "select", "index": 9}); !got.IsError() {
			t.Error(got.Line)
		}
		if got := l.Does("browser_page", step{"action": "close"}); !strings.Contains(got, "page: Gym") {
			t.Error(got)
		}
		if got := l.Does("browser_page", step{"action": "open", "url": server.URL + "/popup"}); !strings.Contains(got, "page: Pop") {
			t.Error(got)
		}
		l.Does("browser_page", step{"action": "close", "index": 1})
		l.code(t, "browser_page", step{"action": "open", "url": "javascript:alert(1)"}, "connector.forbidden_host")
		l.code(t, "browser_page", step{"action": "open", "url": "http://127.0.0.1:1/"}, "connector.forbidden_host")
		l.code(t, "browser_page", step{"action": "select"}, "INVALID_ARGUMENT")
	})
	l.Step("CD-170 the status, which starts nothing", func(t *testing.T) {
		if got := l.Does("browser_status", nil); got != "open: Gym — "+server.URL+"/" {
			t.Error(got)
		}
		l.Does("browser_close", nil)
		if got := l.Does("browser_status", nil); !strings.HasPrefix(got, "no page is open") || len(l.conf.Browsers()) > 0 {
			t.Error(got, len(l.conf.Browsers()))
		}
	})
	l.leaves()
}

// CD-030: files go to a page from the folders that the policy names, and nowhere
// is a path repeated.
func TestOwnUpload(t *testing.T) {
	t.Parallel()
	folder, other := t.TempDir(), t.TempDir()
	mine, outside := filepath.Join(folder, "mine.txt"), filepath.Join(other, "outside.txt")
	for _, path := range []string{mine, outside} {
		if err := os.WriteFile(path, []byte("file-4711"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	l, _ := inGym(t, fmt.Sprintf("[files]\nread = [%q]\n", folder))
	give := func(target string, paths ...string) step {
		given := step{"paths": paths}
		if target != "" {
			given["target"] = target
		}
		return given
	}
	got := l.Tool("browser_upload", give("#file", mine, mine))
	if got.IsError() || strings.Contains(got.Line, folder) || !strings.HasPrefix(got.Text(), "2 given") {
		t.Error(got.Line)
	}
	l.out("mine.txt,mine.txt")
	l.Does("browser_click", step{"target": "text=Choose"})
	if got := l.Tool("browser_upload", give("", mine)); got.IsError() || strings.Contains(got.Line, folder) {
		t.Error(got.Line)
	}
	l.Does("browser_expect", step{"what": "text", "target": "#out", "expected": "mine.txt"})
	many := strings.Split(strings.TrimSuffix(strings.Repeat(mine+"\n", 11), "\n"), "\n")
	for name, given := range map[string]step{
		"outside": give("#file", outside), "up and out": give("#file", folder+"/../"+filepath.Base(other)+"/outside.txt"), "relative": give("#file", "mine.txt"),
		"eleven": give("#file", many...), "the login": give("#file", l.conf.Connector("BROWSER_STORAGE_STATE")),
	} {
		if got := l.code(t, "browser_upload", given, "INVALID_ARGUMENT"); strings.Contains(got.Line, "outside.txt") || strings.Contains(got.Line, "4711") {
			t.Errorf("%s: %s", name, got.Line)
		}
	}
	if got := l.code(t, "browser_upload", give("#town", mine), "NOT_EDITABLE"); strings.Contains(got.Line, "mine.txt") {
		t.Error(got.Line)
	}
	l.leaves()
}

// CD-150: what the page fetches is answered or blocked, from hosts that the policy
// opens; no document is made up.
func TestMock(t *testing.T) {
	t.Parallel()
	l, server := inGym(t, "")
	fetch := func(address string) {
		l.t.Helper()
		l.Does("browser_evaluate", step{"function": fmt.Sprintf("() => ask(%q)", address)})
	}
	add := func(address, body string) step {
		return step{"action": "add", "address": address, "body": body, "status": 418}
	}
	l.Step("an answer", func(t *testing.T) {
		fetch("/data")
		l.out("200 real")
		l.Does("browser_mock", add(server.URL+"/data*", `mocked "${x}" </script>`))
		fetch("/data?x")
		l.out(`418 mocked "${x}" </script>`)
		fetch("/other")
		l.out("200 real")
	})
	l.Step("it stays over a navigation", func(t *testing.T) {
		l.Does("browser_navigate", step{"url": server.URL})
		fetch("/data")
		l.out("418 mocked")
	})
	l.Step("no document is made up", func(t *testing.T) {
		l.Does("browser_navigate", step{"url": server.URL + "/data"})
		if got := l.Does("browser_read", step{"target": "body"}); got != "real" {
			t.Error(got)
		}
		l.Does("browser_navigate", step{"url": server.URL})
	})
	l.Step("a special character is none of a pattern", func(t *testing.T) {
		l.Does("browser_mock", add(server.URL+"/(o|other).*", "x"))
		fetch("/other")
		l.out("200 real")
	})
	l.Step("a block", func(t *testing.T) {
		l.Does("browser_mock", step{"action": "block", "address": server.URL + "/other"})
		fetch("/other")
		l.out("failed")
		if got := l.Does("browser_mock", step{"action": "list"}); strings.Count(got, "\n") != 2 || !strings.Contains(got, "#3 block ") {
			t.Error(got)
		}
		l.Does("browser_mock", step{"action": "remove", "id": 3})
		fetch("/other")
		l.out("200 real")
		if got := l.Does("browser_mock", step{"action": "clear"}); got != "no mocks" {
			t.Error(got)
		}
		fetch("/data")
		l.out("200 real")
	})
	l.Step("what is refused", func(t *testing.T) {
		for _, address := range []string{"http://127.0.0.1:1/", "http://127.0.0.1:1/*", "https://example.com/"} {
			if got := l.Tool("browser_mock", add(address, "x")); got.Error == nil || got.Error.Data.Code != "connector.forbidden_host" {
				t.Errorf("%q is answered %s", address, got.Line)
			}
		}
		for _, address := range []string{"*", "http://*", server.URL, server.URL + "*", "file:///etc/passwd", "javascript:1", "http://user@127.0.0.1/*", "http://127.0.0.1\\@x/"} {
			l.code(t, "browser_mock", add(address, "x"), "INVALID_ARGUMENT")
		}
		for _, given := range []step{
			{"action": "add"}, {"action": "remove"}, {"action": "list", "address": server.URL + "/"}, {"action": "add", "address": server.URL + "/", "status": 99},
			{"action": "add", "address": server.URL + "/", "content_type": "text/html\r\nx: y"}, {"action": "add", "address": server.URL + "/", "body": strings.Repeat("x", 64<<10+1)},
			{"action": "remove", "id": 99},
		} {
			l.code(t, "browser_mock", given, "INVALID_ARGUMENT")
		}
		for i := range 21 {
			if got := l.Tool("browser_mock", add(fmt.Sprintf("%s/%d", server.URL, i), "x")); got.IsError() != (i == 20) {
				t.Error(i, got.Line)
			}
		}
	})
	l.leaves()
}

// CD-038, CD-085: every locator finds the element, the better ones first, and none
// is a ref.
func TestLocators(t *testing.T) {
	t.Parallel()
	l, _ := inGym(t, "")
	for target, want := range map[string]string{
		"#town":            "getByRole('textbox', { name: 'Town', exact: true })\ngetByLabel('Town', { exact: true })\n#town",
		"text=Pop up":      "getByRole('link', { name: 'Pop up', exact: true })\ngetByTestId('only-here')\ngetByText('Pop up', { exact: true })",
		"#deep":            "getByText('Deep', { exact: true })\n#deep",
		".css-1x2y3z":      "",
		"button >> nth=-1": "",
	} {
		got := l.Does("browser_locators", step{"target": target, "limit": 20})
		if !strings.HasPrefix(got, want) || strings.Contains(got, "4711") || strings.Contains(got, "aria-ref") || strings.TrimSpace(got) == "" {
			t.Errorf("%s has\n%s", target, got)
		}
		for line := range strings.Lines(got) {
			line = strings.TrimSpace(line)
			locator, _, ambiguous := strings.Cut(line, "  [ambiguous: ")
			found := l.Does("browser_exists", step{"target": locator})
			if ambiguous == strings.Contains(found, `"count":1,`) || !strings.Contains(found, "true") {
				t.Errorf("%s finds %s", line, found)
			}
		}
	}
	if got := l.Does("browser_locators", step{"target": "#town", "limit": 1}); strings.Contains(got, "\n") {
		t.Error(got)
	}
	l.code(t, "browser_locators", step{"target": "button"}, "AMBIGUOUS")
	l.code(t, "browser_locators", step{"target": "#nope"}, "NO_MATCH")
	l.leaves()
}
