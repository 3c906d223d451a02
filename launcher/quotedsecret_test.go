package launcher_test

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"connector-browser/launcher/launchtest"
	"connector-browser/secrets"
)

// CB-114: a secret with quotes of both kinds is found in a name that the upstream has to
// quote twice, on either surface.
func TestSecretInAQuotedName(t *testing.T) {
	t.Parallel()
	const value = `p'4"s\s'`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<title>names</title><h1>It is: %[1]s!</h1><button>{%[1]s}</button>", html.EscapeString(value))
	}))
	t.Cleanup(server.Close)
	for _, surface := range []string{"upstream", "agent"} {
		t.Run(surface, func(t *testing.T) {
			conf := launchtest.New(t).Auth("", false).Policy(fmt.Sprintf("surface = %q\n", surface) + allow(server))
			keepSecret(t, conf, secrets.Named{Name: "word", Hosts: []string{host(server)}, Value: value})
			l := start(t, conf)
			l.Does("browser_navigate", launchtest.Arguments{"url": server.URL})
			for _, got := range []string{
				l.Does("browser_snapshot", nil),
				l.Does("browser_find", launchtest.Arguments{"text": "It is"}),
			} {
				if !strings.Contains(got, "It is: [withheld: secret word]!") || strings.Contains(got, "p'") {
					t.Errorf("it is in\n%s", got)
				}
			}
			l.leaves()
		})
	}
}
