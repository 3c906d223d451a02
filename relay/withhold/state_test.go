package withhold

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"
)

// loginState is a state with n cookies and a large value in local storage.
func loginState(n int) string {
	r := rand.New(rand.NewPCG(9, uint64(n)))
	var cookies []map[string]any
	for i := range n {
		cookies = append(cookies, map[string]any{"name": fmt.Sprintf("c%d", i), "value": randomSecret(r, 40), "domain": "example.com", "path": "/"})
	}
	state, err := json.Marshal(map[string]any{"cookies": cookies, "origins": []any{map[string]any{"origin": "https://example.com",
		"localStorage": []any{map[string]any{"name": "a", "value": strings.Repeat("no quotes here, ", 400)}}}}})
	if err != nil {
		panic(err)
	}
	return string(state)
}

// CB-111: the state's text as a whole never passes, however it is split or
// written; CB-112: nor does the clean profile's.
func TestWholeState(t *testing.T) {
	t.Parallel()
	for _, state := range []string{CleanState, loginState(1), loginState(30), loginState(500)} {
		set := New(nil)
		set.Whole([]byte(state))
		for seed := range uint64(6) {
			r := rand.New(rand.NewPCG(seed, 5))
			for _, how := range []struct {
				name string
				text string
			}{
				{"plain", state},
				{"JSON-escaped", jsonSpelling(r, state)},
				{"a JSON string in the text", strings.ReplaceAll(strings.ReplaceAll(state, `\`, `\\`), `"`, `\"`)},
				{"a JSON string with \\u0022", strings.ReplaceAll(strings.ReplaceAll(state, `\`, `\u005c`), `"`, `\u0022`)},
				{"percent", url.QueryEscape(state)},
				{"base64", base64.StdEncoding.EncodeToString([]byte("zz"[:r.IntN(3)] + state))},
				{"hex", hex.EncodeToString([]byte(state))},
			} {
				if seed > 0 && len(state) > 10000 {
					continue
				}
				text := "### Result\n" + how.text + "\n"
				for _, where := range places {
					if where.name == "name of a member" && len(text) > maxName {
						continue
					}
					out, _, err := set.JSON([]byte(where.write(r, text)))
					if !errors.Is(err, ErrWhole) || out != nil {
						t.Fatalf("%d bytes, %s, %s: %v", len(state), how.name, where.name, err)
					}
				}
			}
		}
	}
}

// CB-111 is about the whole: a part of the state, or another state, passes.
func TestPartOfStatePasses(t *testing.T) {
	t.Parallel()
	state := loginState(30)
	set := New(nil)
	set.Whole([]byte(state))
	for _, text := range []string{state[:len(state)-1], state[1:], loginState(31), state[:2000] + " " + state[2000:], `{"cookies":[], "origins":[]}`, "{}"} {
		line := []byte(places[0].write(rand.New(rand.NewPCG(1, 1)), text))
		out, hits, err := set.JSON(line)
		if err != nil || len(hits) > 0 || &out[0] != &line[0] {
			t.Errorf("%.60q: %v %v", text, hits, err)
		}
	}
}

// Where no error can be given, on standard error, the whole state is cut out.
func TestWholeStateInText(t *testing.T) {
	t.Parallel()
	state := loginState(30)
	set := New(nil)
	set.Whole([]byte(state))
	out, hits := set.Text([]byte("state is " + state + " and that is it\n"))
	if got, want := string(out), "state is [withheld: login state] and that is it\n"; got != want || len(hits) != 1 {
		t.Errorf("got %.300q, %v", got, hits)
	}
}

// A state that is no more than brackets must not stop ordinary messages.
func TestTinyStateIsNoPattern(t *testing.T) {
	t.Parallel()
	set := New(nil)
	set.Whole([]byte("{}"))
	line := []byte(`{"a":"{}"}`)
	if out, _, err := set.JSON(line); err != nil || &out[0] != &line[0] {
		t.Error(err)
	}
}
