package snapshot

import (
	"strings"
	"testing"
)

const behind = "- main:\n  - button \"Behind\" [ref=e1]\n"

// SN-026, SN-027.
func TestModal(t *testing.T) {
	dialog := "- dialog \"Sure?\" [ref=e2]:\n  - button \"Yes\" [ref=e3]"
	alone := "e2: dialog \"Sure?\" (container)\n e3: button \"Yes\"\n… 1 element behind the dialog"
	plain := "- generic [ref=e2]:\n  - text: Sure?\n  - button \"Yes\" [ref=e3]"
	for _, c := range []struct {
		name, yaml string
		options    Options
		want       string
	}{
		{"a dialog is shown alone", behind + dialog, Options{}, alone},
		{"a page that draws its own, by ref", behind + plain, Options{Modal: "e2"}, "\"Sure?\"\ne3: button \"Yes\"\n… 1 element behind the dialog"},
		{"an alert behind it is heard", behind + "- alert: Failed\n" + dialog, Options{}, strings.Replace(alone, "\n…", "\nalert \"Failed\"\n…", 1)},
		{"no modal, says the caller", behind + dialog, Options{Modal: NoModal}, "e2: dialog \"Sure?\" (container)\n e3: button \"Yes\"\ne1: button \"Behind\""},
		{"a dialog without a control is none", behind + "- dialog \"Busy\" [ref=e2]:\n  - text: Wait", Options{}, "e2: dialog \"Busy\" (container)\n \"Wait\"\ne1: button \"Behind\""},
		{"cookies are first but not alone", behind + "- dialog \"Cookies\" [ref=e2]:\n  - button \"Accept\" [ref=e3]", Options{}, "e2: dialog \"Cookies\" (container)\n e3: button \"Accept\"\ne1: button \"Behind\""},
		{"SN-028 a fixed layer comes first", behind + "- generic [ref=e2]:\n  - button \"Accept\" [ref=e3]", Options{Overlays: map[string]bool{"e2": true}}, "e3: button \"Accept\"\ne1: button \"Behind\""},
		{"SN-028 a link about cookies is no layer", behind + "- contentinfo:\n  - link \"Cookies\" [ref=e2]\n", Options{}, "e1: button \"Behind\"\ne2: link \"Cookies\""},
		{"the ref of a modal that is gone", behind + dialog, Options{Modal: "e9"}, "e2: dialog \"Sure?\" (container)\n e3: button \"Yes\"\ne1: button \"Behind\""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := render(Parse(c.yaml), c.options); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestModalCountsWhatIsBehind(t *testing.T) {
	_, left := Render(Parse(read(t, "testdata/pages/modal.txt")), Options{})
	if left != 3 {
		t.Errorf("%d left", left)
	}
	if text := render(Parse(read(t, "testdata/pages/modal.txt")), Options{}); strings.Contains(text, "New order") {
		t.Error(text)
	}
}
