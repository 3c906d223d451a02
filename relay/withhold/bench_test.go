package withhold

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"
	"time"
)

// twoHundred are session-like secrets, as a login state has them.
func twoHundred() *Set {
	r := rand.New(rand.NewPCG(1, 2))
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."
	secrets := make([]Secret, 200)
	for i := range secrets {
		value := make([]byte, 16+r.IntN(80))
		for j := range value {
			value[j] = alphabet[r.IntN(len(alphabet))]
		}
		secrets[i] = Secret{fmt.Sprintf("cookie c%d of example.com", i), string(value)}
	}
	return New(secrets)
}

// answer is a tool's answer of about size bytes with one block of text.
func answer(size int, line func(i int) string) []byte {
	var text strings.Builder
	for i := 0; text.Len() < size; i++ {
		text.WriteString(line(i))
	}
	message, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "result": map[string]any{
		"content": []any{map[string]any{"type": "text", "text": text.String()}}}})
	if err != nil {
		panic(err)
	}
	return message
}

const size = 4 << 20

// cpuTime is what this process has used: on a machine that does other work too,
// the honest base of a rate.
func cpuTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// BenchmarkWithhold: a 4 MiB answer against 200 secrets.
func BenchmarkWithhold(b *testing.B) {
	random := rand.NewChaCha8([32]byte{1})
	image := make([]byte, size*3/4)
	random.Read(image)
	set := twoHundred()
	for _, c := range []struct {
		name string
		line []byte
	}{
		{"snapshot", answer(size, func(i int) string {
			return fmt.Sprintf("    - link \"Article %d\" [ref=e%d] [cursor=pointer]:\n      - /url: /wiki/item-%d.html\n", i, i, i)
		})},
		{"fields", answer(size, func(i int) string {
			return fmt.Sprintf("    - textbox \"Name %d\" [ref=e%d]: value %d\n    - text: Something else\n", i, i, i)
		})},
		{"prose", answer(size, func(i int) string {
			return fmt.Sprintf("Paragraph %d of a text that goes on and on, as texts on web pages do, without an end in sight. ", i)
		})},
		{"image", answer(size, func(int) string { return base64.StdEncoding.EncodeToString(image) })},
		{"percent", answer(size, func(i int) string { return fmt.Sprintf("https://example.com/a%%20b?q=%%C3%%A9&n=%d\n", i) })},
		{"backslash", answer(size, func(i int) string { return fmt.Sprintf(`{"key":"line %d\nnext \u00e9"}, `, i) })},
		{"strings", func() []byte {
			var list []string
			for i := range size / 12 {
				list = append(list, fmt.Sprintf("item %d", i))
			}
			message, _ := json.Marshal(map[string]any{"result": map[string]any{"list": list}})
			return message
		}()},
		{"hits", answer(size, func(i int) string {
			return fmt.Sprintf("some text and then %s and more text of that kind, and more\n", set.fixed[i%200].Value)
		})},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.line)))
			b.ReportAllocs()
			start, n := cpuTime(b), 0
			for b.Loop() {
				if _, _, err := set.JSON(c.line); err != nil {
					b.Fatal(err)
				}
				n++
			}
			b.ReportMetric(float64(n*len(c.line))/1e6/(cpuTime(b)-start).Seconds(), "MB/cpu-s")
		})
	}
}

// BenchmarkSmall: what a usual answer costs.
func BenchmarkSmall(b *testing.B) {
	set := twoHundred()
	line := answer(3000, func(i int) string { return fmt.Sprintf("- button \"Go %d\" [ref=e%d]\n", i, i) })
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		set.JSON(line)
	}
}

// BenchmarkBuild: what 200 secrets cost at the start.
func BenchmarkBuild(b *testing.B) {
	secrets := twoHundred().fixed
	start, n := cpuTime(b), 0
	for b.Loop() {
		New(secrets)
		n++
	}
	b.ReportMetric(float64((cpuTime(b)-start).Microseconds())/float64(n), "cpu-us/op")
}
