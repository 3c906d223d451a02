package launcher_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"connector-browser/launcher/launchtest"
)

// CB-167: a drag that ends where it began is a click, and is refused where clicks are;
// one from an element to another is made.
func TestDragWhereClicksAreDenied(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, `<!doctype html><title>Stall</title><button onclick="document.title += ' pressed'">Buy</button>
<hr><button onmouseup="document.title += ' dropped'">Box</button>`)
	}))
	t.Cleanup(server.Close)
	for name, c := range map[string]struct {
		rules, refused string
		ref            string // of the line that has a button's name
		title          string // that is left
	}{
		"upstream":               {"[tools]\ndeny = [\"browser_click\"]\n", "connector.forbidden_scope", `button "%s".*\[ref=(e\d+)\]`, "Stall dropped"},
		"agent":                  {"surface = \"agent\"\n[tools]\ndeny = [\"browser_click\"]\n", "connector.forbidden_scope", `(e\d+): button "%s"`, "Stall dropped"},
		"where clicks are asked": {"surface = \"agent\"\n[tools]\nconfirm = [\"browser_click\"]\n", "connector.needs_confirmation", `(e\d+): button "%s"`, "Stall dropped"},
		"where they are allowed": {"", "", `button "%s".*\[ref=(e\d+)\]`, "Stall pressed pressed pressed dropped"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := start(t, launchtest.New(t).Auth("", false).Policy(c.rules+allow(server)))
			l.Does("browser_navigate", launchtest.Arguments{"url": server.URL})
			page := l.Does("browser_snapshot", nil)
			ref := func(name string) string {
				found := regexp.MustCompile(fmt.Sprintf(c.ref, name)).FindStringSubmatch(page)
				if found == nil {
					t.Fatalf("there is no %s in\n%s", name, page)
				}
				return found[1]
			}
			for _, ends := range [][2]string{{ref("Buy"), ref("Buy")}, {"button >> nth=0", "button >> nth=0"}, {ref("Buy"), "body > button >> nth=0"}} {
				got := l.Tool("browser_drag", launchtest.Arguments{"startTarget": ends[0], "endTarget": ends[1]})
				if got.Code() != c.refused || c.refused == "" && got.IsError() {
					t.Errorf("from %s to %s: %s", ends[0], ends[1], got.Line)
				}
			}
			l.Does("browser_drag", launchtest.Arguments{"startTarget": ref("Buy"), "endTarget": ref("Box")})
			if got := l.Does("browser_evaluate", launchtest.Arguments{"function": "() => document.title"}); !strings.Contains(got, `"`+c.title+`"`) {
				t.Errorf("the page is %s, want %s", got, c.title)
			}
			l.leaves()
		})
	}
}
