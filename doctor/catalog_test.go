package doctor

import (
	"os"
	"strings"
	"testing"

	"connector-browser/mount"
)

// The engine's entry has to be the one that this binary writes, to the letter
// (CB-050, CB-053).
func TestCatalog(t *testing.T) {
	t.Parallel()
	conf, _ := scratch(t)
	d := newDoctor(t, conf)
	look(t, d, "configuration", "catalog").want(t, Skipped, "run connector-browser mount", "")

	entry := mount.Entry{Program: d.program, Conf: conf}
	_, err := entry.Mount()
	must(t, err)
	look(t, d, "configuration", "catalog").want(t, OK, "browser.json starts this program", "")

	t.Run("CB-053 another binary", func(t *testing.T) {
		other := newDoctor(t, conf)
		other.program = "/opt/elsewhere/connector-browser"
		look(t, other, "configuration", "catalog").want(t, Failed, `starts ".*doctor.test", and this is "/opt/elsewhere/connector-browser"$`, "^rm .*/catalog/browser.json && connector-browser mount$")
	})
	t.Run("CB-053 a character more", func(t *testing.T) {
		text, err := entry.JSON()
		must(t, err)
		write(t, entry.Path(), string(text)+" ")
		look(t, d, "configuration", "catalog").want(t, Failed, "is not what connector-browser mount writes", "^rm ")
	})
	t.Run("CB-053 something else", func(t *testing.T) {
		write(t, entry.Path(), "MARKER")
		r := look(t, d, "configuration", "catalog")
		r.want(t, Failed, "is not what connector-browser mount writes", "^rm ")
		if strings.Contains(r.Sentence, "MARKER") {
			t.Errorf("the file is repeated: %q", r.Sentence)
		}
	})
	t.Run("catalog open to others", func(t *testing.T) {
		must(t, os.Chmod(conf+"/catalog", 0o777))
		r := look(t, d, "configuration", "catalog")
		r.want(t, Failed, "may be changed by other users", "^chmod go-w .*/catalog$")
	})
}
