package mount

import (
	"strings"
	"testing"
)

// TestWrongTable: the remedies lead to an end. After the mount only the wrong
// table's entry is left to say, and with that gone nothing (CD-006).
func TestWrongTable(t *testing.T) {
	t.Parallel()
	for _, c := range []*Client{&vscode, &zed} {
		h := scratch(t)
		program := install(t, h)
		target, err := c.At(h, User, Entry{Program: program, Conf: h.Home})
		if err != nil {
			t.Fatal(err)
		}
		wrong, err := c.format.Put([]byte("{}\n"), target.table(), c.wrong, serverName)
		if err != nil {
			t.Fatal(err)
		}
		put(t, target.File, string(wrong))
		if got := inspect(h, program); len(got) != 1 || got[0].Command != target.mountCommand(" --write") {
			t.Fatalf("%s, before: %v", c.Name, got)
		}
		if _, err := target.Write(false); err != nil {
			t.Fatal(err)
		}
		if got := inspect(h, program); len(got) != 1 || !strings.HasPrefix(got[0].Command, `take out by hand: "browser" of "mcpServers" at `+target.File+":") {
			t.Fatalf("%s, mounted: %v", c.Name, got)
		}
		right, err := c.format.Take([]byte(get(t, target.File)), c.wrong, serverName)
		if err != nil {
			t.Fatal(err)
		}
		put(t, target.File, string(right))
		if got := inspect(h, program); len(got) != 0 {
			t.Errorf("%s, after: %v", c.Name, got)
		}
	}
}
