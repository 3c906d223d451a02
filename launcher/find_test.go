package launcher_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"connector-browser/demo/site/trials"
	"connector-browser/launcher/launchtest"
)

// The agent surface searches by itself, and answers as the upstream does.
func TestAgentFindsAsTheUpstream(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(trials.Handler())
	t.Cleanup(server.Close)
	conf := launchtest.New(t).Auth("", false)
	upstream := start(t, conf.Policy(allow(server)))
	agent := start(t, conf.Policy("surface = \"agent\"\n"+allow(server)))
	refs := regexp.MustCompile(` \[ref=[^\]]*\]`) // each launch counts its own
	for _, page := range []string{"/controlled", "/dropdowns", "/tabs", "/still"} {
		for _, l := range []*launch{upstream, agent} {
			l.Does("browser_navigate", launchtest.Arguments{"url": server.URL + page})
		}
		for _, query := range []launchtest.Arguments{
			{"text": "button"}, {"text": "COMBO"}, {"text": "Nowhere"}, {"text": "o"},
			{"regex": "/^ *- (button|option)/"}, {"regex": "C[a-z]{3}\\u0072"}, {"regex": "/city|SIZE/gi"},
		} {
			want := strings.TrimPrefix(upstream.Does("browser_find", query), "### Result\n")
			got := agent.Does("browser_find", query)
			if got, want = refs.ReplaceAllString(got, ""), refs.ReplaceAllString(want, ""); len(want) < 2000 && got != want {
				t.Errorf("%s, %v: the upstream finds\n%s\nand we\n%s", page, query, want, got)
			}
		}
	}
	for _, query := range []launchtest.Arguments{{"regex": "(?=a)b"}, {"regex": "("}, {"regex": "/a/y"}, {}, {"text": "a", "regex": "a"}} {
		if got := agent.Tool("browser_find", query); !got.IsError() {
			t.Errorf("%v gives %s", query, got.Line)
		}
	}
}

// CB-110, CD-092: whether something is found tells nothing of what is withheld or of
// what stands in a secret field.
func TestFindIsNoOracle(t *testing.T) {
	t.Parallel()
	const value = "k3T9xQ2mV7bL5wZ8rN4cJ6hF1dS0aGpY"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, `<title>Page</title><p>Your session is `+value+`.<label>Pet <input type=password value=fluffy-the-third></label>`)
	}))
	t.Cleanup(server.Close)
	state := fmt.Sprintf(`{"cookies":[{"name":"session","value":%q,"domain":"127.0.0.1","path":"/","expires":-1,"httpOnly":true,"secure":false,"sameSite":"Lax"}],"origins":[]}`, value)
	l := start(t, launchtest.New(t).Auth(state, false).Policy("surface = \"agent\"\n"+allow(server)))
	l.Does("browser_navigate", launchtest.Arguments{"url": server.URL})
	for _, query := range []launchtest.Arguments{{"text": value[:4]}, {"regex": "session is k"}, {"text": "fluffy"}, {"regex": "Pet.*luffy"}} {
		if got := l.Does("browser_find", query); !strings.HasPrefix(got, "No matches found for ") {
			t.Errorf("%v is found:\n%s", query, got)
		}
	}
	if got := l.Does("browser_find", launchtest.Arguments{"text": "Your session is [withheld"}); !strings.HasPrefix(got, "Found 1 match") {
		t.Errorf("what stands in its place is not found:\n%s", got)
	}
}
