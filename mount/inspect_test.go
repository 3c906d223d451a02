package mount

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// rightEntry is one of ours in which nothing is wrong.
const rightEntry = `"command": "PROGRAM", "args": ["run"], "env": {"CONFIG_LOCAL_DIR": "DIRECTORY"}`

// setUp is a client's file, and what inspect says of it.
type setUp struct {
	name, file, text string
	want             []string // CLIENT: SENTENCE => COMMAND
}

// TestInspect: each wrong set-up is found, named and given the command that
// mends it (CD-006, SN-004); what is right, and what is other people's, is
// passed over.
func TestInspect(t *testing.T) {
	t.Parallel()
	for _, c := range slices.Concat(filesSetUp, entriesSetUp, mountedTwice) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := scratch(t)
			root := filepath.Dir(h.Home)
			names := []string{"PROGRAM", filepath.Join(root, "bin", "connector-browser"), "OTHER", filepath.Join(root, "old", "connector-browser"),
				"DIRECTORY", filepath.Join(root, "conf"), "HOME", h.Home, "PROJECT", h.Folder}
			for _, program := range []string{names[1], names[3]} {
				put(t, program, "")
				if err := os.Chmod(program, 0o700); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Mkdir(names[5], 0o700); err != nil {
				t.Fatal(err)
			}
			expand := strings.NewReplacer(names...)
			if to, ok := strings.CutPrefix(c.text, "=> "); ok {
				link(t, to, filepath.Join(root, c.file))
			} else {
				put(t, filepath.Join(root, c.file), expand.Replace(c.text))
			}
			var got, want []string
			for _, f := range inspect(h, names[1]) {
				got = append(got, f.Client+": "+f.Sentence+" => "+f.Command)
			}
			for _, line := range c.want {
				want = append(want, expand.Replace(line))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// install puts a program in the home directory.
func install(t *testing.T, h Host) string {
	t.Helper()
	program := filepath.Join(h.Home, "connector-browser")
	put(t, program, "")
	if err := os.Chmod(program, 0o700); err != nil {
		t.Fatal(err)
	}
	return program
}
