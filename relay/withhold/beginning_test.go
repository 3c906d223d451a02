package withhold

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// CB-116: of a secret that a cut went through, the beginning does not leave, in any
// spelling that a text is read in; what merely begins like one for a few characters
// does.
func TestBeginningBeforeAnEllipsis(t *testing.T) {
	t.Parallel()
	const value = `Zk9 w'Tq"7\Lx%4é😀-bM3vR8`
	set := New([]Secret{{"secret a", value}})
	r := rand.New(rand.NewPCG(1, 2))
	for _, how := range spellings {
		if strings.Contains(how.name, "base64") || strings.Contains(strings.ToLower(how.name), "hex") {
			continue // KNOWN-LIMITS.md
		}
		for end := MinLength; end < len(value); end++ {
			if value[end]&0xc0 == 0x80 {
				continue
			}
			for _, rest := range []string{"", "�", "%", "%C"} {
				text := strings.Repeat("x ", r.IntN(20)) + how.write(r, value[:end]) + rest + `…" and more`
				out, hits := set.Text([]byte(text))
				before, after, _ := strings.Cut(string(out), "[withheld: secret a]")
				if strings.Trim(before, "x ") != "" || !strings.HasSuffix(after, `…" and more`) || strings.ContainsAny(after, "Z9Tq") || len(hits) != 1 {
					t.Errorf("%s, %d bytes: %s became %s", how.name, end, text, out)
				}
			}
		}
	}
	for _, text := range []string{"Zk9…", "Zk9…x", "Zk9 x…", value[5:15] + "…", "Zk9 w'", "…"} {
		if out, hits := set.Text([]byte(text)); string(out) != text || hits != nil {
			t.Errorf("%s became %s", text, out)
		}
	}
}

// CB-116: nor does that of a long secret, which is searched for in pieces, or of one
// far into a text.
func TestBeginningOfALongSecret(t *testing.T) {
	t.Parallel()
	value := randomSecret(rand.New(rand.NewPCG(3, 4)), 3000)
	set := New([]Secret{{"cookie a", value}})
	for _, end := range []int{20, 900, 1100, 2500} {
		text := strings.Repeat("words … and ", 30000) + value[:end] + "…"
		want := strings.Repeat("words … and ", 30000) + "[withheld: cookie a]…"
		if out, _ := set.Text([]byte(text)); string(out) != want {
			t.Errorf("of %d bytes %q is left", end, string(out[max(0, len(out)-60):]))
		}
	}
}
