package launcher

import (
	"io"
	"os"
	"strings"
	"testing"

	"connector-browser/relay/withhold"
)

// CB-114: what the child says on its standard error passes, but for a secret,
// however the pipe cuts it, and for a line that is too long to be looked at.
func TestErrorsArePassedOn(t *testing.T) {
	t.Parallel()
	const secret = "k3T9xQ2mV7bL5wZ8rN4cJ6hF1dS0aGpY"
	set := withhold.New([]withhold.Secret{{Label: "cookie session of example.com", Value: secret}})
	long := strings.Repeat("x", maxErrorText)
	for name, c := range map[string]struct{ said, want string }{
		"nothing secret": {"one\ntwo\n", "one\ntwo\n"},
		"no line end":    {"one\ntwo", "one\ntwo"},
		"a secret":       {"it is " + secret + "!\n", "it is [withheld: cookie session of example.com]!\n"},
		"too long":       {"one\n" + long + secret + "\ntwo\n", "one\n[withheld: a line of more than 64 KiB]\ntwo\n"},
		"far too long":   {long + long + long + "\ntwo", "[withheld: a line of more than 64 KiB]\ntwo"},
		"no end of it":   {long + "x", "[withheld: a line of more than 64 KiB]\n"},
	} {
		for _, size := range []int{1, 7, 4096, 1 << 20} {
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			go func() {
				for rest := c.said; rest != ""; rest = rest[min(size, len(rest)):] {
					io.WriteString(w, rest[:min(size, len(rest))])
				}
				w.Close()
			}()
			var got strings.Builder
			passErrors(&got, r, set)
			r.Close()
			if got.String() != c.want {
				t.Errorf("%s, %d bytes at a time: passed on was %.300q, want %.300q", name, size, got.String(), c.want)
			}
		}
	}
}
