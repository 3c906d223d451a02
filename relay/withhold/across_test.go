package withhold

import (
	"math/rand/v2"
	"testing"
)

// CB-116: a place goes through a secret from its second byte to its last, in any
// spelling; beside it, it goes through none.
func TestAcross(t *testing.T) {
	t.Parallel()
	const value = `Zk9w'Tq"7\Lx4é-bM3vR8`
	set := New([]Secret{{"secret a", value}})
	r := rand.New(rand.NewPCG(5, 6))
	for _, how := range spellings {
		text := "words, " + how.write(r, value) + ", words"
		from, to := set.Across(text, len(text)/2)
		for at := range text {
			start, end := set.Across(text, at)
			if inside := from < at && at < to; inside && (start != from || end != to) || !inside && start != end {
				t.Errorf("%s: at %d of %q it is from %d to %d", how.name, at, text, start, end)
			}
		}
		if cut := text[from:to]; len(cut) < len(value) || cut[0] == ' ' || cut[len(cut)-1] == ' ' {
			t.Errorf("%s: of %q, %q is the secret", how.name, text, cut)
		}
	}
}
