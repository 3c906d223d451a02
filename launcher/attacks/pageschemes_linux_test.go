package attacks

import (
	"strings"
	"testing"

	"connector-browser/launcher/launchtest"
)

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
