package mount

import (
	"path/filepath"
	"strings"
	"testing"
)

// moved is the target for another build of the program.
func moved(t Target, program string) Target {
	t.entry.Program = program
	return t
}

// TestReplaceTwice: the backups of our own older entries go with the last one;
// what was there before any of them comes back, and nothing else is left
// (SN-001).
func TestReplaceTwice(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]*string{
		"no file":           nil,
		"others":            new("{\"mcpServers\": {\"other\": {}}}\n"),
		"another's browser": new(`{"mcpServers": {"browser": {"command": "npx"}}}`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			target := at(t, &cursor, User)
			want := ""
			if before != nil {
				put(t, target.File, *before)
				want = "mcp.json"
			}
			for _, program := range []string{"/a/connector-browser", "/b/connector-browser", "/c/connector-browser"} {
				if _, err := moved(target, program).Write(true); err != nil {
					t.Fatal(err)
				}
			}
			if change, err := target.Remove(); err != nil || !change.Whole {
				t.Fatalf("%+v, %v", change, err)
			}
			if got := strings.Join(names(t, filepath.Dir(target.File)), " "); got != want {
				t.Errorf("left behind: %s", got)
			}
			if before != nil && get(t, target.File) != *before {
				t.Errorf("restored to %q", get(t, target.File))
			}
		})
	}
}

// TestReplaceEdited: a backup with our older entry goes once the file has all
// else that is in it, and stays while it alone has a person's edit.
func TestReplaceEdited(t *testing.T) {
	t.Parallel()
	for edit, want := range map[string]string{
		"kept":     "mcp.json mcp.json" + backupSuffix,
		"given up": "mcp.json mcp.json" + backupSuffix + ".2",
	} {
		t.Run(edit, func(t *testing.T) {
			t.Parallel()
			target := at(t, &cursor, User)
			put(t, target.File, "{\"n\": 1}\n")
			if _, err := target.Write(false); err != nil {
				t.Fatal(err)
			}
			put(t, target.File, strings.Replace(get(t, target.File), "1", "2", 1))
			if _, err := moved(target, "/b/connector-browser").Write(true); err != nil {
				t.Fatal(err)
			}
			if edit == "given up" {
				put(t, target.File, strings.Replace(get(t, target.File), "2", "1", 1))
			}
			if _, err := target.Remove(); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(names(t, filepath.Dir(target.File)), " "); got != want {
				t.Errorf("left behind: %s, want %s", got, want)
			}
		})
	}
}

// TestBackupGap: backups are found whichever numbers are missing, the next one
// is newer than all, and other names are no backups.
func TestBackupGap(t *testing.T) {
	t.Parallel()
	target := at(t, &cursor, User)
	first := target.File + backupSuffix
	for suffix, text := range map[string]string{".3": "{}", ".10": "{ }", ".02": "x", ".1": "x", ".-4": "x", ".+5": "x", ".99999999999999999999": "x", "x": "x", "6": "x"} {
		put(t, first+suffix, text)
	}
	put(t, target.File, "{\n}\n")
	change, err := target.Write(false)
	if err != nil || change.Backup != first+".11" {
		t.Fatalf("%+v, %v", change, err)
	}
	if change, err = target.Remove(); err != nil || !change.Whole || change.Backup != first+".11" || get(t, target.File) != "{\n}\n" {
		t.Fatalf("%+v, %v", change, err)
	}
	put(t, target.File, "{ }")
	if change, err = target.Write(false); err != nil || change.Backup != first+".10" {
		t.Fatalf("the newest has the bytes already: %+v, %v", change, err)
	}
}

// TestFailedBackup: a file that cannot be written leaves no new backup, and no
// older one is lost.
func TestFailedBackup(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "f")
	put(t, path, "one")
	f, err := openFile(path)
	if err != nil {
		t.Fatal(err)
	}
	put(t, path, "two") // somebody else was faster
	for _, want := range []string{"f", "f f" + backupSuffix} {
		if backup, err := f.replaceKept([]byte("three"), 0); err == nil || backup != "" || get(t, path) != "two" {
			t.Errorf("%q, %v", backup, err)
		}
		if got := strings.Join(names(t, filepath.Dir(path)), " "); got != want {
			t.Errorf("left behind: %s, want %s", got, want)
		}
		put(t, path+backupSuffix, "one")
	}
}
