package mount

import (
	"strings"
	"testing"
)

// TestReplace: an entry of our name that differs is shown and refused, its
// environment's values not shown; replaced on request, it comes back with
// Remove. An older mount of ours does not.
func TestReplace(t *testing.T) {
	t.Parallel()
	target := at(t, &cursor, User)
	theirs := `{"mcpServers": {"browser": {"command": "npx", "args": ["x"], "env": {"KEY": "MARKER"}}}}`
	put(t, target.File, theirs)
	_, err := target.Write(false)
	if err == nil || !strings.Contains(err.Error(), `:1 has an entry "browser" that is not what this would write: it starts "npx x" with KEY; add --replace`) || strings.Contains(err.Error(), "MARKER") {
		t.Fatal(err)
	}
	if _, err := target.Remove(); err == nil || !strings.Contains(err.Error(), "which is not this program, so it is left alone") {
		t.Fatal(err)
	}
	if _, err := target.Write(true); err != nil {
		t.Fatal(err)
	}
	moved := target
	moved.entry.Program = "/opt/new/connector-browser"
	if _, err := moved.Write(false); err == nil { // another path is another entry
		t.Fatal("the older mount was replaced without a word")
	}
	change, err := moved.Write(true)
	if err != nil || !strings.HasSuffix(change.Backup, backupSuffix+".2") { // no backup is written over
		t.Fatalf("%+v, %v", change, err)
	}
	if change, err = moved.Remove(); err != nil || !change.Whole || get(t, target.File) != theirs {
		t.Fatalf("%+v, %v: %s", change, err, get(t, target.File))
	}
}

// TestOwnAdditions: what the client or the person adds to our entry makes it no
// other one, and goes with it.
func TestOwnAdditions(t *testing.T) {
	t.Parallel()
	target := at(t, &codex, User)
	put(t, target.File, "model = \"m\"\n")
	if _, err := target.Write(false); err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(get(t, target.File), "tool_timeout_sec = 150\n", "", 1) + "\n[mcp_servers.browser.tools.browser_click]\napproval_mode = \"approve\"\n"
	put(t, target.File, text)
	if change, err := target.Write(false); err != nil || change.Done {
		t.Fatalf("%+v, %v", change, err)
	}
	if change, err := target.Remove(); err != nil || !change.Done || get(t, target.File) != "model = \"m\"\n" {
		t.Fatalf("%+v, %v: %q", change, err, get(t, target.File))
	}
}
