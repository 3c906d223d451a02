package launcher_test

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"connector-browser/launcher/launchtest"
	"connector-browser/secrets"
)

// CB-114, SN-057: a secret in the name of a download reaches nobody, neither as the
// browser writes it nor as the upstream does, and is not found by its words. In the
// person's folder the file has the name that the upstream gave it.
func TestSecretInTheNameOfADownload(t *testing.T) {
	t.Parallel()
	const value = `kQ7_m/Zp+x.W=b4`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<title>files</title><a id="long" href="data:application/octet-stream,x" download="of %[1]s.txt">Long</a>
			<a id="bare" href="data:application/octet-stream,x" download="%[1]s">Bare</a>`, html.EscapeString(value))
	}))
	t.Cleanup(server.Close)
	for _, surface := range []string{"upstream", "agent"} {
		t.Run(surface, func(t *testing.T) {
			t.Parallel()
			kept := t.TempDir()
			conf := launchtest.New(t).Auth("", false).Policy(fmt.Sprintf("surface = %q\n%s[limits]\ncall_seconds = 10\n[files]\nkeep = %q\n", surface, allow(server), kept))
			keepSecret(t, conf, secrets.Named{Name: "word", Hosts: []string{host(server)}, Value: value})
			l := start(t, conf)
			l.Does("browser_navigate", launchtest.Arguments{"url": server.URL})
			said := ""
			for _, id := range []string{"#long", "#bare"} {
				said += l.Does("browser_click", launchtest.Arguments{"target": id})
			}
			if !launchtest.Within(waiting, func() bool {
				said += l.Does("browser_wait_for", launchtest.Arguments{"time": 0.1})
				return strings.Count(said, "Downloaded file ") >= 2
			}) {
				t.Fatal(said)
			}
			if strings.Contains(said, "kQ7") || strings.Contains(said, "b4") || !strings.Contains(said, "Downloaded file of [withheld: secret word].txt to \"") {
				t.Errorf("it is in\n%s", said)
			}
			if surface == "agent" {
				if got := l.Tool("browser_wait_for", launchtest.Arguments{"download": "of kQ"}); strings.Contains(got.Line, "Downloaded file") {
					t.Errorf("it is found: %s", got.Line)
				}
				l.Does("browser_wait_for", launchtest.Arguments{"download": "of [withheld"})
			}
			l.leaves()
			for _, name := range []string{"of-kQ7-m-Zp-x-W-b4.txt", "kQ7-m-Zp-x.W-b4"} {
				if _, err := os.Stat(filepath.Join(kept, name)); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
