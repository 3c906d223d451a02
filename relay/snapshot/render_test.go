package snapshot

import "testing"

// CD-090, CD-093: craftdriver's example in at most 276 bytes, locator hints and all.
func TestLoginExample(t *testing.T) {
	p := Parse(`### Page
- Page URL: http://127.0.0.1:8080/login
- Page Title: Sign in
### Snapshot
` + "```yaml" + `
- main [ref=e2]:
  - heading "Sign in" [level=1] [ref=e3]
  - generic [ref=e4]:
    - generic [ref=e5]:
      - text: Email
      - textbox "Email" [active] [ref=e6]
    - generic [ref=e7]:
      - text: Password
      - textbox "Password" [ref=e8]: correct horse
    - button "Sign in" [disabled] [ref=e11]
` + "```")
	got := render(p, Options{Marks: map[string]string{"e6": "#email", "e8": "#password", "e11": "[data-testid=submit]", "e4": "(shadow root)"}})
	want := `page: Sign in — http://127.0.0.1:8080/login
e3: heading "Sign in" [level=1]
e4: generic (shadow root) (container)
 e6: textbox "Email" #email (active)
 e8: textbox "Password" #password (filled)
 e11: button "Sign in" [data-testid=submit] (disabled)`
	if got != want || len(got) > 276 {
		t.Errorf("%d bytes:\n%s", len(got), got)
	}
}

func TestLines(t *testing.T) {
	for _, c := range []struct{ name, yaml, want string }{
		{"CD-091 a container without a name is folded", "- form [ref=e1]:\n  - group [ref=e2]:\n    - button \"B\" [ref=e3]", `e3: button "B"`},
		{"CD-091 a named one is a line", "- group \"Size\" [ref=e1]:\n  - radio \"S\" [checked] [ref=e2]", "e1: group \"Size\" (container)\n e2: radio \"S\" (checked)"},
		{"CD-091 an empty one is not", "- group \"Size\" [ref=e1]", ""},
		{"a label is said once", "- generic:\n  - text: \"Email *\"\n  - textbox \"Email\" [ref=e1]", `e1: textbox "Email"`},
		{"a heading that is a link", "- heading \"News\" [level=2] [ref=e1]:\n  - link \"News\" [ref=e2]:\n    - /url: /n", `e2: link "News" [level=2] href="/n"`},
		{"a select", "- combobox \"C\" [ref=e1]:\n  - option \"A\"\n  - option \"B\" [selected]", `e1: combobox "C" value="B" options="A"`},
		{"flags", "- button \"B\" [checked=mixed] [disabled] [expanded] [pressed=mixed] [selected] [invalid=spelling] [active] [ref=e1]",
			`e1: button "B" (checked=mixed) (disabled) (expanded=true) (pressed=mixed) (selected) (invalid=spelling) (active)`},
		{"a placeholder names a field", "- textbox [ref=e1]:\n  - /placeholder: Code\n  - text: SAVE", `e1: textbox placeholder="Code" value="SAVE"`},
		{"a clickable part", "- generic [ref=e1] [cursor=pointer]:\n  - img [ref=e2]\n  - text: Open it", `e1: generic "Open it"`},
		{"a clickable part around a control", "- generic [ref=e1] [cursor=pointer]:\n  - link \"In\" [ref=e2]", `e2: link "In"`},
		{"a link of pictures and text", "- link [ref=e1]:\n  - /url: /x\n  - img \"Logo\"\n  - text: Acme, Inc", `e1: link "Logo Acme, Inc" href="/x"`},
		{"a picture and its caption", "- generic [ref=e1] [cursor=pointer]:\n  - img \"Red shoe\"\n  - text: Red shoe\n  - text: $20", `e1: generic "Red shoe $20"`},
		{"equal links are one line", "- link \"A\" [ref=e1]:\n  - /url: /a\n- link \"A\" [ref=e2]:\n  - /url: /a\n- link \"A\" [ref=e3]:\n  - /url: /b", "e1: link \"A\" href=\"/a\" ×2\ne3: link \"A\" href=\"/b\""},
		{"CD-096 an empty status says nothing", "- status [ref=e1]\n- alert [ref=e2]: Saved", `alert "Saved"`},
		{"a row without controls", "- row [ref=e1]:\n  - cell \"10\" [ref=e2]\n  - cell \"Ada\" [ref=e3]", `"10 · Ada"`},
		{"a paragraph with links", "- paragraph [ref=e1]:\n  - text: See\n  - link \"here\" [ref=e2]:\n    - /url: /h\n  - text: \", now\"", "\"See here, now\"\ne2: link \"here\" href=\"/h\""},
		{"no name forges a line", `- button "x\" (disabled)\ne9: button \"y\u2028z" [ref=e1]`, `e1: button "x\" (disabled) e9: button \"y z"`},
		{"unknown lines pass", "- main:\n  what is this", "what is this"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := render(Parse(c.yaml), Options{}); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
	t.Run("CD-096 a live region by ref", func(t *testing.T) {
		if got := render(Parse("- generic [ref=e1]: 2 results"), Options{Status: map[string]bool{"e1": true}}); got != `status "2 results"` {
			t.Error(got)
		}
	})
}
