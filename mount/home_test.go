package mount

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestHome: in the home directory, under its own name or that of a link to it,
// the user's file is the project's too and still one mount, of the user.
func TestHome(t *testing.T) {
	t.Parallel()
	for _, c := range []*Client{&cursor, &codex, &geminiCLI, &claudeCode} {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			h := scratch(t)
			program := install(t, h)
			target, err := c.At(h, User, Entry{Program: program, Conf: h.Home})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := target.Write(false); err != nil {
				t.Fatal(err)
			}
			other := h.Home + ".link"
			link(t, h.Home, other)
			for _, folder := range []string{h.Home, other} {
				h.Folder = folder
				if got := inspect(h, program); len(got) != 0 {
					t.Errorf("in %s: %v", folder, got)
				}
				want := []Mount{{c.Name, User, target.File, "browser", program, h.Home}}
				got, errs := Mounts(h, program)
				if diff := cmp.Diff(want, got); diff != "" || errs != nil {
					t.Errorf("in %s: %v (-want +got)\n%s", folder, errs, diff)
				}
			}
		})
	}
}
