package trials

import (
	"fmt"
	"net/http"
	"strings"
)

// endless are pages that never come to rest or are too much to look at. A field "Plain"
// holds a value that no look may show.
var endless = map[string]string{
	"busy":     `<button onclick="while (true);">Idle</button>`,
	"alerts":   `<button onclick="while (true) alert('Again')">Idle</button>`,
	"opens":    `<button onclick="for (let i = 0; i < 100; i++) window.open('/still?' + i)">Idle</button>`,
	"restless": `<button>Idle</button><input type=password aria-label=Plain value=quxquux><script>setTimeout(() => { location = "?" + Math.random() }, 50)</script>`,
	"vast":     `<button>Idle</button><input aria-label=Note><input type=password aria-label=Plain value=quxquux><p id=p></p><script>p.textContent = 'word '.repeat(1 << 20); document.title = 'title '.repeat(1 << 19)</script>`,
	"swarm":    `<button>Idle</button><div id=d></div><script>d.innerHTML = Array.from({ length: 20000 }, (_, i) => '<button>B' + i + '</button>').join('') + '<input type=password aria-label=Plain value=quxquux>'</script>`,
	"swaps":    `<button>Idle</button><div id=d></div><script>setInterval(() => { d.innerHTML = '<input type=password aria-label=Plain value=quxquux>' }, 1)</script>`,
	"storm":    `<button>Idle</button><input type=password aria-label=Plain value=quxquux><p id=p></p><script>setInterval(() => { p.textContent = Math.random() }, 1)</script>`,
	"crowd":    `<button>Idle</button><script>for (let i = 0; i < 60; i++) { const f = document.createElement('iframe'); f.src = '/endless/framed'; document.body.append(f) }</script>`,
	"framed":   `<input type=password aria-label=Plain value=quxquux>`,
	"loud":     `<button>Idle</button><script>const s = 'x'.repeat(1 << 20); for (let i = 0; i < 30; i++) console.error(s + i)</script>`,
}

// serveEndless serves one of them by its name.
func serveEndless(w http.ResponseWriter, r *http.Request) {
	page, found := endless[r.PathValue("name")]
	if !found {
		http.NotFound(w, r)
		return
	}
	fmt.Fprintf(w, "<!doctype html><title>%s</title><body>%s", strings.ToUpper(r.PathValue("name")), page)
}
