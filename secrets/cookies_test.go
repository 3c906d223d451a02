package secrets_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"connector-browser/secrets"
)

var now = time.Unix(1_800_000_000, 0)

type stored struct {
	Cookies []map[string]any `json:"cookies"`
	Origins []any            `json:"origins"`
}

func wantCookies(t *testing.T, file string, want ...map[string]any) {
	t.Helper()
	state, _, err := secrets.StateFromCookies([]byte(file), now)
	if err == nil {
		err = secrets.CheckState(state)
	}
	var got stored
	if err == nil {
		err = json.Unmarshal(state, &got)
	}
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(stored{want, []any{}}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func aCookie(more map[string]any) map[string]any {
	c := map[string]any{"name": "sid", "value": "v", "domain": ".example.com", "path": "/", "expires": 1.9e9, "httpOnly": false, "secure": true, "sameSite": "Lax"}
	for k, v := range more {
		c[k] = v
	}
	return c
}

// Netscape's cookies.txt.
func TestCookiesText(t *testing.T) {
	t.Parallel()
	wantCookies(t, strings.Join([]string{
		"# Netscape HTTP Cookie File", "",
		".example.com\tTRUE\t/\tTRUE\t1900000000\tsid\tv",
		"#HttpOnly_example.com\tFALSE\t/app\tFALSE\t0\ths\ta b=c\r",
		"example.com\tTRUE\t/\tTRUE\t1900000000\tempty\t",
		".example.com\tTRUE\t/\tTRUE\t1700000000\tended\tv",
		".example.com\tTRUE\t/\tTRUE\t1900000000\tsid\tlast",
		"example.com\tFALSE\t/\tTRUE\t9999999999999\tlong\twith\ttab",
	}[:7], "\n"),
		aCookie(map[string]any{"value": "last"}),
		aCookie(map[string]any{"name": "hs", "value": "a b=c", "domain": "example.com", "path": "/app", "expires": -1.0, "httpOnly": true, "secure": false}),
		aCookie(map[string]any{"name": "empty", "value": ""}))
}

// The JSON of cookie-export extensions.
func TestCookiesJSON(t *testing.T) {
	t.Parallel()
	wantCookies(t, ` [
		{"domain":".example.com","expirationDate":1900000000,"hostOnly":false,"httpOnly":false,"name":"sid","path":"/","sameSite":"unspecified","secure":true,"session":false,"storeId":"0","value":"v","id":1},
		{"domain":"example.com","hostOnly":true,"httpOnly":true,"name":"hs","path":"/","sameSite":"no_restriction","secure":true,"session":true,"storeId":null,"value":"v"},
		{"domain":"example.com","name":"bare","value":"v","sameSite":"no_restriction"},
		{"domain":".example.com","expirationDate":1700000000.5,"name":"ended","value":"v"}]`,
		aCookie(nil),
		aCookie(map[string]any{"name": "hs", "domain": "example.com", "expires": -1.0, "httpOnly": true, "sameSite": "None"}),
		aCookie(map[string]any{"name": "bare", "domain": "example.com", "expires": -1.0, "secure": false}))
}

// What is no list of cookies is refused in a sentence that
// says where, and never what.
func TestCookiesRefused(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"":                                  "is empty",
		"MARKER":                            "line 1 has not the seven fields",
		"a.example\tTRUE\t/\tTRUE\t0\tn\tv": "",
		"\n.MARKER.example\tMAYBE\t/\tTRUE\t0\tn\tv": "line 2 has something other than TRUE or FALSE",
		"a.example\tTRUE\t/\tTRUE\tMARKER\tn\tv":     "no number of seconds",
		"MARKER/\tTRUE\t/\tTRUE\t0\tn\tv":            "no domain",
		"a.example\tTRUE\tMARKER\tTRUE\t0\tn\tv":     "no path",
		"a.example\tTRUE\t/\tTRUE\t0\tn\tMAR;KER":    "no cookie takes",
		"a.example\tTRUE\t/\tTRUE\t0\t__Host-n\tv":   "beginning of its name",
		"a.example\tFALSE\t/\tTRUE\t0\t__Host-n\tv":  "",
		"a.example\tTRUE\t/\tTRUE\t5\tn\tv":          "no cookie that is still good",
		"\xff":                                       "not UTF-8",
		`{"cookies":[],"origins":[]}`:                "storageStateFile",
		`[{"name":"n","name":"MARKER"}]`:             "a key twice",
		`["MARKER"]`:                                 "has a fault at cookies[0]: it must be an object",
		`[{"name":1,"value":"v"}]`:                   "has a fault at cookies[0].name: it must be a string",
		`[{"name":"n","value":"v","domain":"a.example"},{"name":"MARKER","domain":"a.example"}]`: "has a fault at cookies[1].value: it must be a string",
		`[{"name":"MARKER","value":null,"domain":"a.example"}]`:                                  "has a fault at cookies[0].value: it must be a string",
		`[{"value":"MARKER","domain":"a.example"}]`:                                              "has a fault at cookies[0].name: it must be a string",
		`[{"name":"n","value":"","domain":"a.example"}]`:                                         "",
		`[{"name":"n","value":"MARKER","domain":1}]`:                                             "cookies[0] has a domain of another kind",
		`[{"name":"MARKER","value":"v"}]`:                                                        "cookies[0] has no domain",
		`[]`:                                                                                     "no cookie that is still good",
		`[MARKER`:                                                                                "neither JSON nor",
	} {
		_, _, err := secrets.StateFromCookies([]byte(file), now)
		switch {
		case (err == nil) != (want == ""):
			t.Errorf("%q: %v", file, err)
		case err != nil && (!strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "MAR")):
			t.Errorf("%q is refused with %q, want %q", file, err, want)
		}
	}
}

// Whatever comes in, what is made of it obeys the rule of auth.
func FuzzStateFromCookies(f *testing.F) {
	f.Add([]byte("#HttpOnly_.a.example\tTRUE\t/\tTRUE\t1900000000\tn\tv\n"))
	f.Add([]byte(`[{"domain":".a.example","name":"n","value":"v","sameSite":"lax","expirationDate":1900000000}]`))
	f.Fuzz(func(t *testing.T, file []byte) {
		state, _, err := secrets.StateFromCookies(file, now)
		if err == nil {
			err = secrets.CheckState(state)
			if err != nil {
				t.Errorf("%q became %q: %v", file, state, err)
			}
		}
	})
}
