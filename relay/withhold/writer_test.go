package withhold

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// CB-114: standard error, whatever way it is cut into writes.
func TestWriter(t *testing.T) {
	t.Parallel()
	set := New([]Secret{session})
	text := "starting\nGET /?c=s3cr3t-Ab%2F12%2Bxyz\n" + strings.Repeat("no line end ", 30000) + "s3cr3t-Ab/12+xyz" +
		strings.Repeat(" still none", 30000) + "\nlast s3cr3t-Ab/12+xyz"
	want := strings.NewReplacer("s3cr3t-Ab%2F12%2Bxyz", "[withheld: cookie session of example.com]",
		"s3cr3t-Ab/12+xyz", "[withheld: cookie session of example.com]").Replace(text)
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 6))
		var got bytes.Buffer
		w := set.Writer(&got)
		for rest := text; rest != ""; {
			n := min(len(rest), 1+r.IntN([]int{7, 100, 9000, 300000}[seed]))
			if m, err := w.Write([]byte(rest[:n])); m != n || err != nil {
				t.Fatal(m, err)
			}
			if len(w.pending) > maxPending+300000 {
				t.Fatalf("%d bytes are held back", len(w.pending))
			}
			rest = rest[n:]
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if got.String() != want {
			t.Errorf("seed %d: wrong text, %d bytes instead of %d", seed, got.Len(), len(want))
		}
	}
}

// A secret that ends where the line is cut is not let through in halves.
func TestWriterAtTheCut(t *testing.T) {
	t.Parallel()
	set := New([]Secret{session})
	for _, before := range []int{maxPending - 900, maxPending - 850, maxPending - 20, maxPending - 5, maxPending} {
		var got bytes.Buffer
		w := set.Writer(&got)
		for _, part := range []string{strings.Repeat("x", before) + "s3cr3t-", "Ab/12+", "xyz", strings.Repeat("y", 5000)} {
			if _, err := w.Write([]byte(part)); err != nil {
				t.Fatal(err)
			}
		}
		w.Close()
		if strings.Contains(got.String(), "s3cr3t-") || strings.Contains(got.String(), "xyz") {
			t.Errorf("after %d bytes: half a secret went out", before)
		}
	}
}
