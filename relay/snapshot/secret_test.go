package snapshot

import (
	"strings"
	"testing"
)

// CD-092, U9: values of secret fields are shown nowhere, whatever the upstream says.
func TestSecretValuesAreNotShown(t *testing.T) {
	for name, text := range map[string]string{
		"name":             `- textbox "Password" [ref=e5]: hunter2`,
		"quoted":           `- 'textbox "Password: again" [ref=e5]': "hunter2: x"`,
		"placeholder":      "- textbox [ref=e5]:\n  - /placeholder: API key\n  - text: hunter2",
		"text before":      "- text: Passwort\n- textbox [ref=e5]: hunter2",
		"text of a parent": "- generic [ref=e4]: One-time code\n- generic [ref=e6]:\n  - spinbutton [ref=e5]: hunter2",
		"rich text":        "- textbox \"Secret\" [ref=e5]:\n  - paragraph: hunter2",
		"card number":      `- textbox "Card number" [ref=e5]: hunter2`,
	} {
		t.Run(name, func(t *testing.T) {
			p := Parse(text)
			shown, _ := Render(p, Options{})
			delta := Diff(Parse("- generic [ref=e4]\n- generic [ref=e5]"), p, Options{})
			if strings.Contains(shown+delta, "hunter2") || !strings.Contains(shown, "(filled)") {
				t.Errorf("%s\n%s", shown, delta)
			}
		})
	}
	t.Run("other fields keep theirs", func(t *testing.T) {
		if shown, _ := Render(Parse(`- textbox "Shipping" [ref=e5]: to Ada`), Options{}); shown != `e5: textbox "Shipping" value="to Ada"` {
			t.Error(shown)
		}
	})
	t.Run("empty", func(t *testing.T) {
		if shown, _ := Render(Parse(`- textbox "Password" [ref=e5]`), Options{}); shown != `e5: textbox "Password"` {
			t.Error(shown)
		}
	})
}

// CD-092: what the page declares, by ref.
func TestSuppress(t *testing.T) {
	p := Parse("- textbox \"Word\" [ref=e5]: hunter2\n- textbox \"Name\" [ref=e6]: Ada")
	p.Hide(Hidden{Filled: map[string]bool{"e5": true}})
	want := "e5: textbox \"Word\" (filled)\ne6: textbox \"Name\" value=\"Ada\""
	if shown, _ := Render(p, Options{}); shown != want {
		t.Error(shown)
	}
}

// A form that sends with GET shows its password in the address (L6).
func TestMaskQuery(t *testing.T) {
	for address, want := range map[string]string{
		"https://a.example/":                     "https://a.example/",
		"/in?user=ada&password=hunter2&next=%2F": "/in?user=ada&password=[withheld]&next=%2F",
		"/in?pass%77ord=hunter2":                 "/in?pass%77ord=[withheld]",
		"/cb#access_token=abc&state=1":           "/cb#access_token=[withheld]&state=1",
		"/list?token=&page=2":                    "/list?token=&page=2",
		"/s?q=password":                          "/s?q=password",
		"/a?b#c?otp=1;pin=2":                     "/a?b#c?otp=[withheld];pin=[withheld]",
		"?":                                      "?",
	} {
		if got := maskQuery(address); got != want {
			t.Errorf("%s: %s", address, got)
		}
	}
}
