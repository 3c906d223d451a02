package doctor

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"

	"connector-browser/pins"
)

// A browser that is intact and does not start is told in the upstream's own
// words, with another one to try. Here it is a program of the machine's own that
// is no browser.
func TestBrowserThatDoesNotStart(t *testing.T) {
	conf, dir := installed(t)
	d := newDoctor(t, conf)
	look(t, d, "platform")
	no, err := exec.LookPath("false")
	must(t, err)
	_, err = pins.Install(t.Context(), pins.Options{
		Lock: d.lock, Platform: d.platform, Dir: dir.Bin(), Browser: no,
		Registry: func(context.Context) (string, error) { return "", errors.New("nothing is to be downloaded") },
	})
	must(t, err)
	look(t, d, toBuild...).want(t, OK, "intact, with adopted", "")
	d.walled = true
	look(t, d, "browser").want(t, Failed, "^adopted does not open a page in the walls: .*(Failed to launch|has been closed)", "^connector-browser install --browser ")
}

// What is repeated of a long answer is its first line with something in it.
func TestFirstLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"### Error\nbrowserType.launch: Chromium sandboxing failed!\n====": "browserType.launch: Chromium sandboxing failed!",
		"":                        "it gave no reason",
		"\n\n":                    "it gave no reason",
		strings.Repeat("a", 1000): strings.Repeat("a", 300),
	} {
		if got := firstLine(text); got != want {
			t.Errorf("%q gives %q", text, got)
		}
	}
}
