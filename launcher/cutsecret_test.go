package launcher_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"connector-browser/launcher/launchtest"
	"connector-browser/secrets"
)

// echoing is a page that says what was typed into it, beside so many words that a
// text has to be cut in the middle of it. Its own words are in small letters.
const echoing = `<!doctype html><title>echo</title><main><input id="word" type="password"><p id="text"></p><select id="list"></select></main><script>
word.oninput = () => {
  const of = (n) => 'w'.repeat(n) + word.value;
  text.textContent = of(7994) + 'w'.repeat(9000);
  for (let n = 60; n < 80; n++) document.querySelector('main').append(Object.assign(document.createElement('p'), {textContent: of(n)}));
  for (let n = 0; n < 20; n++) list.append(new Option(of(n)));
  for (let n = 480; n < 500; n++) { console.log(of(n)); fetch('/heard?' + of(n - location.href.length)); }
  document.title = of(150);
  for (let n = 1; n < 8; n++) window.open('/?' + of(60 - location.href.length - n));
};
</script>`

// CB-116: of a secret that stands where a text is cut, or where a reader asks for the
// text to begin, no part leaves: not by what is read, seen or logged, nor by a trace.
func TestSecretThatACutGoesThrough(t *testing.T) {
	t.Parallel()
	const value = "QXQZKJVQZXKJ"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, echoing) }))
	t.Cleanup(server.Close)
	conf := launchtest.New(t).Auth("", false).Policy("surface = \"agent\"\n" + allow(server))
	keepSecret(t, conf, secrets.Named{Name: "word", Hosts: []string{host(server)}, Value: value})
	l := start(t, conf)
	path := l.trace(launchtest.Arguments{})
	l.Does("browser_navigate", launchtest.Arguments{"url": server.URL})
	silent := func(t *testing.T, text string, least int) {
		t.Helper()
		if !strings.Contains(text, "[withheld: secret word]") {
			t.Errorf("nothing is withheld in %s", text)
		}
		for at := 0; at+least <= len(value); at++ {
			if strings.Contains(text, value[at:at+least]) {
				t.Errorf("%s is in %s", value[at:at+least], text)
			}
		}
	}

	l.Step("what is seen", func(t *testing.T) {
		l.Does("browser_type", launchtest.Arguments{"target": "#word", "text": "{{word}}"})
		silent(t, l.Does("browser_snapshot", launchtest.Arguments{"elements": 1000}), 4)
		silent(t, l.Does("browser_page", launchtest.Arguments{"action": "list"}), 4)
	})
	l.Step("what is read, from wherever", func(t *testing.T) {
		for _, offset := range []int{0, 1, 4, 5, 7990, 7995, 7997, 8000, 8005} {
			silent(t, l.Does("browser_read", launchtest.Arguments{"target": "#text", "offset": offset}), 1)
		}
	})
	l.Step("what is logged", func(t *testing.T) {
		var all strings.Builder
		for since := 0; since < 48; since += 3 { // more would be put into a file
			all.WriteString(l.Does("browser_logs", launchtest.Arguments{"limit": 3, "since": since}))
		}
		silent(t, all.String(), 4)
	})
	l.Step("what is traced", func(t *testing.T) {
		l.Does("browser_trace", launchtest.Arguments{"action": "stop"})
		_, text := readTrace(t, path)
		silent(t, text, 4)
	})
	l.leaves()
}
