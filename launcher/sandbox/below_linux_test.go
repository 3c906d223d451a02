package sandbox

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

func init() {
	roles["start with a file system below a shown folder"] = func(args []string) {
		below := filepath.Join(args[1], "below")
		fatal(os.Mkdir(below, 0o777))
		fatal(unix.Mount("tmpfs", below, "tmpfs", 0, "mode=0777"))
		fatal(os.WriteFile(filepath.Join(below, "file"), nil, 0o666))
		w := probing(args[0], "write", below, filepath.Join(below, "file"))
		w.ReadOnly = append(w.ReadOnly, args[1])
		c, err := Start(w)
		fatal(err)
		defer c.Close()
		_, err = c.Stdout.WriteTo(os.Stdout)
		fatal(err)
	}
}

// TestReadOnlyBelow: a file system mounted below a shown folder is shown too,
// and read-only too.
func TestReadOnlyBelow(t *testing.T) {
	t.Parallel()
	shown := t.TempDir()
	words := outside("start with a file system below a shown folder", t.TempDir(), shown)
	command := exec.Command(words[0], words[1:]...)
	asRoot(command)
	command.Stderr = os.Stderr
	text, err := command.Output()
	var o outcomes
	if err != nil || json.Unmarshal(text, &o) != nil {
		t.Fatalf("%v: %q", err, text)
	}
	o.want(t, outcomes{shown + "/below/new": "EROFS", shown + "/below/file": "EROFS"})
}
