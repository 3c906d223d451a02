package launcher_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"connector-browser/launcher/launchtest"
)

// workshop is a page with something for each of the surface's own tools.
const workshop = `<!doctype html><title>Workshop</title>
<nav>Header that nobody reads</nav>
<main><h1>Workshop</h1><p>` + `The main part is what is read, and it has to be long enough to be preferred to the whole of the page. ` +
	`So here are some more words, which say nothing, but say it at some length, until there are two hundred of them.</p>
<ul><li>One</li><li>Two</li><li hidden>Three</li></ul>
<a id="far" href="/far?with=%22all%22&of=it">Far</a>
<label>User <input id="user" value="ada"></label>
<label>Password <input id="word" type="password" value="hunter2-secret"></label>
<label>API key <input id="key" value="live-4711-secret"></label>
<label><input type="checkbox" id="stay" checked> Stay</label>
<button onclick="add()">Add</button><button onclick="setTimeout(add, 300)">Add later</button><button disabled>Off</button>
<button onclick="setTimeout(() => console.error('late failure'), 300)">Fail later</button>
<button onclick="setTimeout(() => alert('Really?'), 300)">Ask later</button>
<button onclick="fetch('/data', {headers: {'X-Secret': 'header-4711'}}).then(r => r.text()).then(t => out.textContent = t)">Fetch</button>
<output id="out"></output><div style="height: 3000px"></div></main>
<script>
let added = 0; const add = () => document.querySelector('ul').append(Object.assign(document.createElement('li'), {textContent: 'Added ' + ++added}));
console.error('said at once'); setTimeout(() => { throw new Error('thrown at once') }, 0);
</script>`

// atWorkshop is a launch of the agent surface that looks at the workshop.
func atWorkshop(t *testing.T, more string) (*launch, *httptest.Server) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, workshop)
		case "/data":
			fmt.Fprint(w, "data-body-4711")
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	t.Cleanup(server.Close)
	l := start(t, launchtest.New(t).Auth("", false).Policy("surface = \"agent\"\n"+allow(server)+more))
	l.Does("browser_navigate", launchtest.Arguments{"url": server.URL})
	return l, server
}

// structured is what a program reads of an answer.
func structured(t *testing.T, a launchtest.Answer) (s struct {
	Result any
	Error  struct {
		Code, Message string
		Detail        map[string]any
	}
	Steps []struct {
		Tool       string
		OK         *bool
		DurationMs *int
		Error      map[string]any
	}
	FailedStep, Skipped *int
}) {
	t.Helper()
	var result struct{ StructuredContent json.RawMessage }
	if json.Unmarshal(a.Result, &result) == nil && result.StructuredContent != nil {
		if err := json.Unmarshal(result.StructuredContent, &s); err != nil {
			t.Fatal(err)
		}
	}
	return s
}
