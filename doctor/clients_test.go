package doctor

import (
	"errors"
	"testing"

	"connector-browser/mount"
)

// An entry of ours that a client will not read is told, with what mends it
// (CD-006). Which entries are wrong is mount's to know.
func TestClients(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		findings   []mount.Finding
		err        error
		status     Status
		says, mend string
	}{
		{"none", nil, nil, OK, "^no client", ""},
		{"CD-006 one", []mount.Finding{{Client: "vscode", File: "/p/.vscode/mcp.json", Sentence: "wrong key", Command: "mount it"}}, nil,
			Warning, "^vscode: /p/.vscode/mcp.json: wrong key$", "^mount it$"},
		{"two", []mount.Finding{{Client: "zed", Sentence: "a", Command: "mend a"}, {Client: "codex", Sentence: "b", Command: "mend b"}}, nil,
			Warning, "^zed: : a\ncodex: : b$", "^mend a\nmend b$"},
		{"no home", nil, errors.New("HOME is not set"), Skipped, "^HOME is not set$", ""},
	} {
		d := New(nil, nil, "")
		d.clients = func() ([]mount.Finding, error) { return c.findings, c.err }
		t.Run(c.name, func(t *testing.T) { look(t, d, "clients").want(t, c.status, c.says, c.mend) })
	}
}
