package launcher_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

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
