package withhold

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// alphabets that secrets are drawn from.
var alphabets = []string{
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
	"0123456789abcdef",
	"abcXYZ019+/=-_.~%&",
	`ab1 "'\/<>{}$` + "`\n\t",
	"aé1ü漢字😀€ ",
	"0123456789",
}

func randomSecret(r *rand.Rand, length int) string {
	alphabet := []rune(alphabets[r.IntN(len(alphabets))])
	value := make([]rune, length)
	for i := range value {
		value[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(value)
}

// randomText is ordinary text with all that makes a view or a seam.
func randomText(r *rand.Rand, length int) string {
	pieces := []string{"the quick brown fox ", "100% ", "a%20b", "\\n", "\\", "C:\\dir\\", "%", "%zz", "😀", "\n",
		"aGVsbG8gd29ybGQ", "deadbeef", "de:ad:be:ef", "+", `"x": `, "'", "- button \"Go\" [ref=e1]\n", "é", "\\u00e9", "\\u{1f600}"}
	var b strings.Builder
	for b.Len() < length {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// trial builds a message that holds the secret, and checks that it is gone from
// what leaves, and that nothing else is.
func trial(t testing.TB, r *rand.Rand, set *Set, secret Secret, before, after string) {
	t.Helper()
	how := spellings[r.IntN(len(spellings))]
	where := places[r.IntN(len(places))]
	if len(before) > maxName/2 {
		where = places[0]
	}
	spelled := how.write(r, secret.Value)
	line := where.write(r, before+spelled+after)
	given := line
	out, hits, err := set.JSON([]byte(line))
	if err != nil {
		t.Fatalf("%s, %s: %v", how.name, where.name, err)
	}
	if line != given {
		t.Fatal("the message given was changed")
	}
	label := "[withheld: " + secret.Label + "]"
	left := strings.ReplaceAll(texts(t, out), label+label, label) // a value like "ababab" fits twice
	switch {
	case len(hits) == 0:
		t.Fatalf("%s, %s: %.80q went out as %.200q\nin %.400q", how.name, where.name, secret.Value, spelled, line)
	case strings.Contains(left, spelled):
		t.Fatalf("%s, %s: %.80q is still there", how.name, where.name, spelled)
	case !strings.Contains(left, label):
		t.Fatalf("%s, %s: no label in %.400q", how.name, where.name, left)
	}
	// Base64 shares characters with its neighbours, up to the bytes put there.
	trim := 0
	if strings.Contains(how.name, "base64") {
		trim = 6
	}
	start, end, ok := strings.Cut(left, label)
	if !ok || !strings.HasSuffix(start[:max(0, len(start))], before) && trim == 0 || !strings.HasPrefix(end, after) && trim == 0 {
		t.Fatalf("%s, %s: text around the secret was lost\nbefore %.300q\nafter %.300q\nleft %.600q", how.name, where.name, before, after, left)
	}
}

// Issue: any secret, in any spelling, at any position, split over blocks, in
// names as well as values. CB-111, CB-114.
func TestAnySecretAnySpellingAnyPlace(t *testing.T) {
	t.Parallel()
	trials := 3000
	if testing.Short() {
		trials = 600
	}
	for seed := range uint64(trials) {
		r := rand.New(rand.NewPCG(seed, 1))
		secret := Secret{fmt.Sprintf("named %d", seed), randomSecret(r, 8+r.IntN(60))}
		others := []Secret{secret}
		for i := range r.IntN(4) {
			others = append(others, Secret{fmt.Sprintf("other %d", i), randomSecret(r, 16+r.IntN(80))})
		}
		before, after := randomText(r, r.IntN(200)), randomText(r, r.IntN(200))
		if ambiguous(secret.Value, before, after) {
			continue
		}
		trial(t, r, New(others), secret, before, after)
	}
}

// Secrets shorter than an anchor go another way through the filter.
func TestShortSecrets(t *testing.T) {
	t.Parallel()
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 2))
		secret := Secret{"pin", randomSecret(r, MinLength+r.IntN(4))}
		before, after := randomText(r, r.IntN(60)), randomText(r, r.IntN(60))
		if len(secret.Value) < MinLength || ambiguous(secret.Value, before, after) {
			continue
		}
		trial(t, r, New([]Secret{secret}), secret, before, after)
	}
}

// Positions around the end of a chunk, and values of several pieces.
func TestSecretsAcrossChunks(t *testing.T) {
	t.Parallel()
	for seed := range uint64(80) {
		r := rand.New(rand.NewPCG(seed, 3))
		secret := Secret{"long", randomSecret(r, 200+r.IntN(4000))}
		before, after := randomText(r, chunk-6000+r.IntN(9000)), randomText(r, 100)
		if !ambiguous(secret.Value, before, after) {
			trial(t, r, New([]Secret{secret}), secret, before, after)
		}
	}
}

// ambiguous: the text beside the secret makes part of an occurrence of its own,
// so that where the secret begins is a matter of taste.
func ambiguous(value, before, after string) bool {
	edge := func(text string) bool { return strings.ContainsAny(text, "\\%") }
	return edge(before[max(0, len(before)-12):]) || edge(after[:min(len(after), 12)]) ||
		strings.ContainsAny(value[:1]+value[len(value)-1:], "\n") || strings.Count(before+value+after, value) > 1 ||
		len(strings.Trim(value, value[:1])) == 0
}

// Text without a secret leaves as the very same bytes.
func TestOrdinaryTextIsNeverChanged(t *testing.T) {
	t.Parallel()
	set := twoHundred()
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 4))
		line := []byte(places[r.IntN(len(places))].write(r, randomText(r, r.IntN(3000))))
		out, hits, err := set.JSON(line)
		if err != nil || len(hits) > 0 || &out[0] != &line[0] || len(out) != len(line) {
			t.Fatalf("changed: %v %v\n%.300q", hits, err, line)
		}
	}
}
