package launcher_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"connector-browser/launcher/launchtest"
	"connector-browser/secrets"
)

// echo shows a password field, and says what is in the files that it is given.
const echo = `<title>echo</title><input type="password" aria-label="Password"><input type="file" multiple aria-label="Files"><p id="out"></p>
	<script>document.querySelector("[type=file]").onchange = async e => {
		let text = ""; for (const f of e.target.files) text += f.name + ": " + await f.text() + "\n";
		await fetch("/sent", {method: "POST", body: new URLSearchParams({text})}); out.textContent = "echoed" }</script>`

// CB-155: neither the login nor what was typed is in a file that the upstream
// writes, in what a page is given of it, or in what is kept.
func TestFilesAreWithheld(t *testing.T) {
	t.Parallel()
	for _, surface := range []string{"upstream", "agent"} {
		t.Run(surface, func(t *testing.T) {
			t.Parallel()
			b := newBank(t, map[string]string{"/": echo})
			pages := b.Config.Handler
			b.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if c, err := r.Cookie("session"); err == nil { // which no script could read
					w.Header().Set("X-Session", c.Value)
				}
				pages.ServeHTTP(w, r)
			})
			kept := t.TempDir()
			conf := launchtest.New(t).Auth(loggedIn, false).Policy(fmt.Sprintf("surface = %q\n%s[files]\nkeep = %q\n", surface, allow(b.Server), kept))
			keepSecret(t, conf, secrets.Named{Name: "word", Hosts: []string{host(b.Server)}, Value: password})
			l := start(t, conf)
			in := func(name string) string { return filepath.Join(l.directory(), "out", name) }
			clean := func(where, text string) {
				t.Helper()
				for _, secret := range []string{token, "battery"} {
					if strings.Contains(text, secret) {
						t.Errorf("%s holds %q: %s", where, secret, text)
					}
				}
			}
			l.Does("browser_navigate", launchtest.Arguments{"url": b.URL})
			l.Does("browser_type", launchtest.Arguments{"target": "[type=password]", "text": "{{word}}"})
			l.Does("browser_evaluate", launchtest.Arguments{"function": `() => { console.error("typed " + document.querySelector("[type=password]").value) }`})

			files := map[string]string{ // and what stands in each in place of a value
				"page.md": "[withheld: ", "found.md": "[withheld: ", "request.txt": "[withheld: cookie session of 127.0.0.1]",
				"console.txt": "[withheld: ", "value.txt": "[withheld: ",
			}
			list := l.Does("browser_network_requests", launchtest.Arguments{"static": true})
			index := regexp.MustCompile(`(\d+)\. \[GET\] ` + regexp.QuoteMeta(b.URL)).FindStringSubmatch(list)
			if index == nil {
				t.Fatalf("the page is not among the requests: %s", list)
			}
			number := 0
			fmt.Sscan(index[1], &number)
			for _, call := range []struct {
				tool      string
				arguments launchtest.Arguments
			}{
				{"browser_snapshot", launchtest.Arguments{"filename": "page.md"}},
				{"browser_find", launchtest.Arguments{"text": "Password", "filename": "found.md"}},
				{"browser_network_request", launchtest.Arguments{"index": number, "filename": "request.txt"}},
				{"browser_console_messages", launchtest.Arguments{"level": "debug", "filename": "console.txt"}},
				{"browser_evaluate", launchtest.Arguments{"function": `() => document.querySelector("[type=password]").value`, "filename": "value.txt"}},
			} {
				clean(call.tool, l.Does(call.tool, call.arguments))
				name := call.arguments["filename"].(string)
				text, err := os.ReadFile(in(name))
				if err != nil || !strings.Contains(string(text), files[name]) {
					t.Errorf("%s: %q, %v", name, text, err)
				}
				clean(name, string(text))
			}
			logs, _ := filepath.Glob(in("console-*.log"))
			if len(logs) == 0 {
				t.Error("the upstream's own log of the console is not there")
			}
			for _, path := range logs {
				text, err := os.ReadFile(path)
				if err != nil || !strings.Contains(string(text), "typed ") {
					t.Errorf("%s: %q, %v", path, text, err)
				}
				clean(path, string(text))
			}

			raw := "raw " + token + " " + password
			l.Does("browser_click", launchtest.Arguments{"target": "[type=file]"})
			if err := os.WriteFile(in("raw.txt"), []byte(raw), 0o644); err != nil { // since the last look
				t.Fatal(err)
			}
			l.Does("browser_file_upload", launchtest.Arguments{"paths": []string{in("request.txt"), in("page.md"), in("raw.txt")}})
			var sent string
			if !launchtest.Within(waiting, func() bool { sent += b.got(); return sent != "" }) {
				t.Fatal("the page has sent nothing")
			}
			clean("what the page was given", sent)
			for _, name := range []string{"request.txt", "page.md", "raw.txt", "cookie+session+of+127.0.0.1"} {
				if !strings.Contains(sent, name) {
					t.Errorf("the page was not given %s: %s", name, sent)
				}
			}

			if err := os.WriteFile(in("last.txt"), []byte(raw), 0o644); err != nil {
				t.Fatal(err)
			}
			l.leaves()
			for _, name := range []string{"request.txt", "page.md", "raw.txt", "last.txt"} {
				if text, err := os.ReadFile(filepath.Join(kept, name)); err != nil || !strings.Contains(string(text), "[withheld: ") {
					t.Errorf("%s is kept as %q, %v", name, text, err)
				}
			}
			entries, err := os.ReadDir(kept)
			if err != nil {
				t.Fatal(err)
			}
			for _, entry := range entries {
				text, err := os.ReadFile(filepath.Join(kept, entry.Name()))
				if err != nil {
					t.Fatal(err)
				}
				clean(entry.Name()+", kept,", string(text))
			}
		})
	}
}
