package mount

import (
	"fmt"
	"slices"
	"strings"
)

// removal takes an entry out: this very one, and by hand where the commands
// would take out another or none.
func (t Target) removal(f *file, name string, s Server) string {
	switch {
	case name != serverName || !s.ours(t.entry.Program):
		return t.byHand(f, name, t.Table...)
	case t.Scope == local:
		return t.RemoveCommand()
	}
	return t.command("unmount", " --write")
}

// byHand says which entry is to go, of which table and line.
func (t Target) byHand(f *file, name string, table ...string) string {
	at := f.path
	if found, err := t.Client.format.Find(f.text, append(slices.Clone(table), name)...); err == nil && found != nil {
		at = fmt.Sprintf("%s:%d", f.path, found.Line)
	}
	return fmt.Sprintf("take %q out of %q by hand, at %s", name, strings.Join(table, "."), at)
}
