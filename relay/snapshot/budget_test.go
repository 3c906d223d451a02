package snapshot

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// SN-021, SN-022, SN-028: on a page of 485 elements, with the search behind 130
// cards, the cookie bar comes first and the search field is among the first ten.
func TestBudgetOnALargePage(t *testing.T) {
	p := Parse(read(t, "testdata/pages/shop.txt"))
	text, left := Render(p, Options{})
	lines := strings.Split(text, "\n")
	for _, c := range []struct {
		what   string
		within int
	}{
		{`button "Accept cookies"`, 5},
		{`searchbox "Search products"`, 10},
		{`combobox "Sort by"`, 10},
		{`button "Filter by brand"`, 10},
		{`button "Add to cart" | Keyboard model 1 · $20.99`, len(lines)},
		{`link "Category 1"`, len(lines)},
		{`checkbox "Brand 1"`, len(lines)},
	} {
		if !strings.Contains(strings.Join(lines[:c.within], "\n"), c.what) {
			t.Errorf("%s is not within %d lines", c.what, c.within)
		}
	}
	if left != 445 || len(lines) > 45 {
		t.Errorf("%d left, %d lines", left, len(lines))
	}
	if last := lines[len(lines)-1]; last != "… 445 more elements: browser_find, or elements: 100" {
		t.Error(last)
	}
}

func TestBudgetIsKept(t *testing.T) {
	p := Parse(read(t, "testdata/pages/shop.txt"))
	for _, budget := range []int{1, 7, 40, 100, 484, 485, 1000} {
		text, left := Render(p, Options{Elements: budget})
		shown := len(regexp.MustCompile(`(?m)^ *f11e\d+: (?:link|button|checkbox|searchbox|combobox) `).FindAllString(text, -1))
		if want := min(budget, 485); shown != want || left != 485-want {
			t.Errorf("budget %d: %d shown, %d left", budget, shown, left)
		}
	}
}

// SN-023: the primary action of a page of links is shown, and no kind of element
// takes all of the budget.
func TestBudgetIsShared(t *testing.T) {
	var b strings.Builder
	b.WriteString("- navigation:\n")
	for i := range 100 {
		fmt.Fprintf(&b, "  - link \"Place %d\" [ref=e%d]:\n    - /url: /%d\n", i, 100+i, i)
	}
	b.WriteString("- generic:\n")
	for i := range 100 {
		fmt.Fprintf(&b, "  - textbox \"Field %d\" [ref=e%d]\n", i, 300+i)
	}
	b.WriteString("  - button \"Save\" [ref=e500]\n  - button \"Search\" [ref=e501]\n- dialog \"We use cookies\" [ref=e502]:\n  - button \"Accept\" [ref=e503]")
	text := render(Parse(b.String()), Options{})
	for _, want := range []string{`e500: button "Save"`, `e501: button "Search"`, `e503: button "Accept"`, `textbox "Field 29"`, `link "Place 0"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

// SN-023: the cart button of a product page comes before its carousels.
func TestPrimaryAction(t *testing.T) {
	var b strings.Builder
	b.WriteString("- generic:\n")
	for i := range 60 {
		fmt.Fprintf(&b, "  - listitem:\n    - link \"Other %d\" [ref=e%d]:\n      - /url: /%d\n    - text: $%d.00\n    - button \"Quick view\" [ref=e%d]\n", i, 100+2*i, i, i, 101+2*i)
	}
	b.WriteString("- generic:\n  - heading \"Kettle\" [level=1] [ref=e1]\n  - text: $19.99\n  - spinbutton \"Quantity\" [ref=e2]: \"1\"\n  - button \"Add to cart\" [ref=e3]\n")
	lines := strings.Split(render(Parse(b.String()), Options{}), "\n")
	if lines[0] != `e2: spinbutton "Quantity" value="1" | Kettle · $19.99` || lines[1] != `e3: button "Add to cart" | Kettle · $19.99` {
		t.Errorf("%s", strings.Join(lines[:3], "\n"))
	}
	if !strings.Contains(strings.Join(lines, "\n"), `e1: heading "Kettle" [level=1]`) {
		t.Error("no heading")
	}
}

// CD-095: a page of 500 links and prose.
func TestCaps(t *testing.T) {
	var b strings.Builder
	for i := range 500 {
		fmt.Fprintf(&b, "- heading \"H %d\" [level=2] [ref=e%d]\n- paragraph [ref=e%d]: %s %d\n- status [ref=e%d]: outcome %d\n- link \"L %d\" [ref=e%d]:\n  - /url: /%s/%d\n",
			i, 4*i, 4*i+1, strings.Repeat("long prose ", 30), i, 4*i+2, i, i, 4*i+3, strings.Repeat("x", 200), i)
	}
	text, left := Render(Parse(b.String()), Options{})
	count := func(pattern string) int { return len(regexp.MustCompile(`(?m)`+pattern).FindAllString(text, -1)) }
	if links, headings, prose, status := count(`: link `), count(`: heading `), count(`^"long prose`), count(`^status "outcome`); links != 40 || headings != 40 || prose != 7 || status != 10 {
		t.Errorf("%d links, %d headings, %d texts, %d status texts", links, headings, prose, status)
	}
	if left != 460 {
		t.Errorf("%d left", left)
	}
	for _, line := range strings.Split(text, "\n") {
		if n := len([]rune(line)); n > 140 {
			t.Errorf("%d characters: %s", n, line)
		}
	}
	lines := strings.Split(text, "\n") // 460 headings, 493 texts and 490 outcomes
	if last := lines[len(lines)-1]; last != "… 460 more elements, 1443 more texts: browser_find, or elements: 100" {
		t.Error(last)
	}
}
