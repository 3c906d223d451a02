package secrets

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// CB-036: what the file may not be. Neither its name nor its content is said.
func TestReadRequestRefusesFile(t *testing.T) {
	t.Parallel()
	write := func(content string, mode os.FileMode) func(string) error {
		return func(path string) error { return os.WriteFile(path, []byte(content), mode) }
	}
	for _, test := range []struct {
		name string
		put  func(path string) error
		want string
	}{
		{"missing", func(string) error { return nil }, "does not exist"},
		{"directory", func(p string) error { return os.Mkdir(p, 0o700) }, "is a folder and not a file"},
		{"fifo", func(p string) error { return syscall.Mkfifo(p, 0o600) }, "is not a regular file"},
		{"link", func(p string) error {
			return errors.Join(os.WriteFile(p+".real", []byte(CleanProfile), 0o600), os.Symlink(p+".real", p))
		}, "is a symbolic link"},
		{"unreadable", write(CleanProfile, 0), "cannot be opened: permission denied (look at the owner and the mode of it and of the folders above it)"},
		{"4 MiB and one byte", write(padded(MaxState+1), 0o600), "is larger than 4 MiB"},
		{"not UTF-8", write("{\"cookies\":[\"MARKER\xff\"],\"origins\":[]}", 0o600), "is not UTF-8"},
		{"extra key", write(`{"cookies":[],"origins":[],"MARKER":1}`, 0o600), "must have exactly the keys cookies and origins"},
		{"empty", write("", 0o600), "is not one JSON object"},
	} {
		t.Run("CB-036 "+test.name, func(t *testing.T) {
			t.Parallel()
			if test.name == "unreadable" && os.Geteuid() == 0 {
				t.Skip("root reads everything; see TestReadRequestRefusesFileAsOrdinaryUser")
			}
			path := filepath.Join(t.TempDir(), "MARKER.json")
			if err := test.put(path); err != nil {
				t.Fatal(err)
			}
			_, _, err := ParseRequest(fmt.Appendf(nil, `{"storageStateFile":%q}`, path))
			todo := "; mend it or export it anew; nothing was stored"
			if slices.Contains([]string{"missing", "directory", "fifo", "link", "unreadable", "4 MiB and one byte"}, test.name) {
				todo = "; name a plain file of at most 4 MiB that you may read; nothing was stored"
			}
			wantError(t, err, "the file that storageStateFile names "+test.want+todo)
		})
	}
}

func TestReadRequestRefusesFileAsOrdinaryUser(t *testing.T) {
	asOrdinaryUser(t, TestReadRequestRefusesFile)
}

// CB-045: others may have read the file; the person should know.
func TestReadRequestWarns(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "MARKER.json")
	if err := os.WriteFile(path, []byte(CleanProfile), 0o600); err != nil {
		t.Fatal(err)
	}
	for mode, want := range map[os.FileMode]string{
		0o600: "[]",
		0o640: "[the file that storageStateFile names may be read by other users of this machine (mode 0640); what is in it may be known to them]",
		0o604: "[the file that storageStateFile names may be read by other users of this machine (mode 0604); what is in it may be known to them]",
	} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		_, warnings, err := ParseRequest(fmt.Appendf(nil, `{"storageStateFile":%q}`, path))
		if got := fmt.Sprint(warnings); err != nil || got != want {
			t.Errorf("a file of mode %v gives %s, %v; want %s", mode, got, err, want)
		}
	}
}

// CB-039: no input makes ReadRequest fall over, or repeat it.
func FuzzReadRequest(f *testing.F) {
	f.Add([]byte("{}\n"))
	f.Add([]byte(`{"storageStateFile":"/nowhere","export":"on"}`))
	f.Add([]byte(`{"export":"on","\u0065xport":"off"}`))
	f.Fuzz(func(t *testing.T, input []byte) {
		login, _, err := ReadRequest(strings.NewReader(string(input)))
		if err == nil {
			if CheckState(login.State) != nil {
				t.Error("accepted, with a state that breaks the rule")
			}
			return
		}
		for _, start := range []string{
			"standard input is empty; ", "standard input is longer than 64 KiB; ", "standard input holds more than one line; ",
			"the line on standard input is not one JSON object; ", "the line on standard input is not UTF-8; ", "the line on standard input gives a key twice; ",
			"the line on standard input starts with a byte order mark; ", "the line on standard input is nested too deeply; ",
			"the line on standard input has a key that auth does not know; ", "storageStateFile is not a", "export is not a string", "export is neither ",
			"the file that storageStateFile names ",
		} {
			if strings.HasPrefix(err.Error(), start) {
				return
			}
		}
		t.Errorf("the refusal says something of its own: %v", err)
	})
}
