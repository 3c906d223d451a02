package launcher_test

import (
	"strings"
	"testing"
)

// CD-038, CD-085: every locator finds the element, the better ones first, and none
// is a ref.
func TestLocators(t *testing.T) {
	t.Parallel()
	l, _ := inGym(t, "")
	for target, want := range map[string]string{
		"#town":            "getByRole('textbox', { name: 'Town', exact: true })\ngetByLabel('Town', { exact: true })\n#town",
		"text=Pop up":      "getByRole('link', { name: 'Pop up', exact: true })\ngetByTestId('only-here')\ngetByText('Pop up', { exact: true })",
		"#deep":            "getByText('Deep', { exact: true })\n#deep",
		".css-1x2y3z":      "",
		"button >> nth=-1": "",
	} {
		got := l.Does("browser_locators", step{"target": target, "limit": 20})
		if !strings.HasPrefix(got, want) || strings.Contains(got, "4711") || strings.Contains(got, "aria-ref") || strings.TrimSpace(got) == "" {
			t.Errorf("%s has\n%s", target, got)
		}
		for line := range strings.Lines(got) {
			line = strings.TrimSpace(line)
			locator, _, ambiguous := strings.Cut(line, "  [ambiguous: ")
			found := l.Does("browser_exists", step{"target": locator})
			if ambiguous == strings.Contains(found, `"count":1,`) || !strings.Contains(found, "true") {
				t.Errorf("%s finds %s", line, found)
			}
		}
	}
	if got := l.Does("browser_locators", step{"target": "#town", "limit": 1}); strings.Contains(got, "\n") {
		t.Error(got)
	}
	l.code(t, "browser_locators", step{"target": "button"}, "AMBIGUOUS")
	l.code(t, "browser_locators", step{"target": "#nope"}, "NO_MATCH")
	l.leaves()
}
