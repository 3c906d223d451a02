package snapshot

import (
	"fmt"
	"strings"
	"testing"
)

func BenchmarkLook(b *testing.B) {
	for _, name := range []string{"login", "table", "shop"} {
		text := read(b, "testdata/pages/"+name+".txt")
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				p := Parse(text)
				Render(p, Options{})
				Diff(p, p, Options{})
			}
		})
	}
}

// Hostile pages, ten times as large, must not take much more than ten times as long.
func BenchmarkHostile(b *testing.B) {
	for name, make := range map[string]func(n int) string{
		"row": func(n int) string { return "- row:\n  - button \"B\"\n" + strings.Repeat("  - cell \"x\"\n", n) },
		"nested links": func(n int) string {
			var s strings.Builder
			for i := range maxDepth - 1 {
				fmt.Fprintf(&s, "%s- link:\n", strings.Repeat(" ", i))
			}
			return s.String() + strings.Repeat(strings.Repeat(" ", maxDepth)+"- generic\n", n)
		},
		"options": func(n int) string { return "- combobox \"C\":\n" + strings.Repeat("  - option \"O\"\n", n) },
		"quotes":  func(n int) string { return "- paragraph: \"" + strings.Repeat(`\"`, n) + "\"" },
	} {
		for _, n := range []int{1_000, 10_000} {
			text := make(n)
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					Render(Parse(text), Options{})
				}
			})
		}
	}
}
