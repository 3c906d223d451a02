package snapshot

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzParse: any text is read and shown without a panic, a line stays a line,
// and nothing is left out when the budget is large.
func FuzzParse(f *testing.F) {
	for _, name := range []string{"controls", "modal", "frame", "duplicates"} {
		f.Add(read(f, "testdata/pages/"+name+".txt"))
	}
	f.Add("- textbox \"Password\" [ref=e5]: \"a: [withheld: password field]\n- 'x")
	f.Add("- row [ref=e1]:\n  - cell: $5\n    - link [ref=e2] [cursor=pointer]:\n  - /url: \"\\x9f\"\n- option [ref=e3]")
	f.Fuzz(func(t *testing.T, text string) {
		p := Parse(text)
		shown := render(p, Options{})
		all := Options{Elements: 1 << 20, Modal: NoModal}
		keepsRefs(t, p, all)
		if strings.ContainsFunc(shown, func(r rune) bool { return r != '\n' && r != ' ' && isBlank(r) }) {
			t.Errorf("control characters: %q", shown)
		}
		if p.Dialog == "" && Diff(p, Parse(text), all) != Unchanged && related(p, p) {
			t.Errorf("not equal to itself: %q", Diff(p, Parse(text), all))
		}
		p.Drop(map[string]bool{"e2": true})
		if p.Find("e2") != nil {
			t.Error("not dropped")
		}
	})
}

// FuzzTree: what the upstream writes is read back as it was, and shown with the
// ref of every element that can be used.
func FuzzTree(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) {
		g := &grower{Rand: rand.New(rand.NewPCG(seed, 0))}
		tree := g.grow(5)
		text := write(tree)
		p := Parse(text)
		got := new(Page)
		got.entries(text)
		if diff := cmp.Diff(tree, got.Roots); diff != "" || got.Unknown > 0 {
			t.Fatalf("%s\n%s", diff, text)
		}
		keepsRefs(t, p, Options{Elements: 1 << 20, Modal: NoModal})
	})
}

// keepsRefs says whether every element that can be used has a line, be it one
// that it shares with equal links.
func keepsRefs(t *testing.T, p *Page, o Options) {
	t.Helper()
	if p.Dialog != "" {
		return
	}
	all := make(map[*Node]*facts)
	count(p.Roots, all)
	items := make(map[*Node]bool)
	links := 0
	for _, i := range flatten(p, o) {
		items[i.node] = items[i.node] || i.kind == element
	}
	p.Walk(func(n *Node) bool {
		if all[n].usable {
			links++
			if !items[n] {
				t.Errorf("no line for %s %q [ref=%s]", n.Role, n.Name, n.Ref)
			}
		}
		return true
	})
	if _, left := Render(p, o); left != 0 {
		t.Errorf("%d of %d left out", left, links)
	}
}

// grower makes trees of the kinds of nodes and the kinds of text that trouble.
type grower struct {
	*rand.Rand
	refs int
}

func (g *grower) grow(depth int) (nodes []*Node) {
	roles := []string{"generic", "button", "link", "textbox", "row", "cell", "listitem", "heading", "paragraph", "combobox", "option", "dialog", "text", "status", "img", "iframe", "navigation"}
	for range 1 + g.IntN(4) {
		n := &Node{Role: roles[g.IntN(len(roles))]}
		if n.Role == "text" {
			n.Text = g.text()
			nodes = append(nodes, n)
			continue
		}
		if g.IntN(2) == 0 {
			n.Name = g.text()
		}
		if g.IntN(3) > 0 {
			g.refs++
			n.Ref = fmt.Sprintf("e%d", g.refs)
			if g.IntN(3) == 0 {
				n.Attributes = append(n.Attributes, Attribute{"cursor", "pointer"})
			}
		}
		if n.Role == "link" {
			n.URL = "/" + regexp.MustCompile(`[?#]`).ReplaceAllString(g.text(), "")
		}
		switch {
		case g.IntN(3) == 0 && n.URL == "":
			n.Text = g.text()
		case depth > 0:
			n.Children = g.grow(depth - 1)
		}
		nodes = append(nodes, n)
	}
	return nodes
}

func (g *grower) text() string {
	pieces := []string{"a", "Save", ": ", "'", `"`, `\`, "#", " #", "[ref=e9]", "]", "- ", "\n", "\x01", "\u009f", "ü", "日本", "{", "`", "12", "true", "$19.99", "cookies", "text: ", "/url: x", "\t", "…"}
	var b strings.Builder
	for range 1 + g.IntN(5) {
		b.WriteString(pieces[g.IntN(len(pieces))])
	}
	return b.String()
}

func TestTrees(t *testing.T) {
	for seed := range uint64(100) {
		g := &grower{Rand: rand.New(rand.NewPCG(seed, 0))}
		tree := g.grow(4)
		got := new(Page)
		got.entries(write(tree))
		if diff := cmp.Diff(tree, got.Roots); diff != "" || got.Unknown > 0 {
			t.Fatalf("seed %d: %s", seed, diff)
		}
		keepsRefs(t, Parse(write(tree)), Options{Elements: 1 << 20, Modal: NoModal})
	}
}
