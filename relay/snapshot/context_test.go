package snapshot

import "testing"

func TestContext(t *testing.T) {
	for _, c := range []struct{ name, yaml, want string }{
		{"SN-029 row", `- row [ref=e1]:
  - cell "10"
  - cell "Ada Lovelace"
  - cell "London"
  - cell:
    - button "Edit" [ref=e2]
    - button "Delete" [ref=e3]`,
			"e2: button \"Edit\" | 10 · Ada Lovelace · London\ne3: button \"Delete\" | 10 · …"},
		{"SN-030 card with TL", `- generic:
  - generic:
    - img "Kettle"
    - heading "Kettle" [level=3]
    - text: 1.234,56 TL
    - button "Add to cart" [ref=e1]
  - generic:
    - link "Mug" [ref=e2]:
      - /url: /mug
    - generic: $19.99
    - generic:
      - button "Add to cart" [ref=e3]
      - button "Like Mug" [ref=e4]
  - paragraph: ` + longText,
			"e1: button \"Add to cart\" | Kettle · 1.234,56 TL\ne2: link \"Mug\" href=\"/mug\" | $19.99\ne3: button \"Add to cart\" | Mug · $19.99\ne4: button \"Like Mug\"\n" + `"` + clip(longText, maxChars) + `"`},
		{"SN-030 five controls are no card", `- generic:
  - text: $19.99
  - button "A" [ref=e1]
  - button "B" [ref=e2]
  - button "C" [ref=e3]
  - button "D" [ref=e4]
  - button "E" [ref=e5]`,
			"\"$19.99\"\ne1: button \"A\"\ne2: button \"B\"\ne3: button \"C\"\ne4: button \"D\"\ne5: button \"E\""},
		{"entry of a list", `- list:
  - listitem:
    - text: Milk
    - button "Remove" [ref=e1]`,
			`e1: button "Remove" | Milk`},
		{"a label is no context", `- listitem:
  - radio "Small" [ref=e1]
  - text: Small`,
			`e1: radio "Small"`},
		{"header row", `- row:
  - columnheader "Id"
  - columnheader:
    - button "Name" [ref=e1]`,
			`e1: button "Name" | Id`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := render(Parse(c.yaml), Options{}); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

const longText = "This shop has stood at the harbour since the harbour was built and it will stand there when the harbour is gone; nobody who came here for a kettle ever left without a mug, and nobody who came for a mug ever left without having looked at a kettle, if only to see how the light of the windows bends on it in the late afternoon of a winter's day."

func TestPrices(t *testing.T) {
	for text, want := range map[string]bool{
		"1.234,56 TL": true, "$19.99": true, "₺ 45": true, "EUR 12": true, "12 €": true, "199 kr": true,
		"19.99": false, "HTML 5": false, "10 Ada Lovelace": false, "TLS 1.3": false,
	} {
		if hasPrice(text) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
}

func TestVocabulary(t *testing.T) {
	for text, want := range map[string]bool{
		"Sort by": true, "Filter: brand": true, "ORDER BY price": true, "SIRALA": false, "Sırala": true,
		"resort": false, "assorted": false, "order": false, "x y z order by": true, "": false,
	} {
		if sortWords.speaks(text) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
}
