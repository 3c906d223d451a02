package mount

import (
	"fmt"
	"slices"
	"strings"
)

// A remedy is a command of this program where that would do it, and else words:
// a command that is refused, or that changes another entry, mends nothing.

// repair is for a file that cannot be read: no command edits it before that.
func (t Target) repair() string {
	return fmt.Sprintf("mend %s by hand first, then look again: connector-browser doctor", t.File)
}

// renewal puts ours in the place of an entry that went wrong.
func (t Target) renewal(f *file, name string) string {
	_, err := t.Client.format.Put(f.text, t.table(), t.path()...)
	if err != nil || name != serverName || t.Scope == local {
		return fmt.Sprintf("mend by hand: %s; %s prints what belongs there", t.spot(f, name, t.Table...), t.mountCommand(""))
	}
	return t.mountCommand(" --write --replace")
}

// removal takes an entry out: this very one, and by hand where the commands
// would take out another or none.
func (t Target) removal(h Host, f *file, name string, s Server) string {
	if name != serverName || !s.ours(t.entry.Program) {
		return t.byHand(f, name, t.Table...)
	}
	if t.Scope == local {
		return t.RemoveCommand()
	}
	if _, err := t.Client.format.Take(f.text, t.path()...); err != nil {
		return t.byHand(f, name, t.Table...)
	}
	command := t.command("unmount", " --write")
	if conf := s.Env["CONFIG_LOCAL_DIR"]; conf != "" && conf != h.Getenv("CONFIG_LOCAL_DIR") {
		return "CONFIG_LOCAL_DIR=" + shell([]string{conf}) + " " + command // see elsewhere
	}
	return command
}

// byHand takes an entry out of whichever table.
func (t Target) byHand(f *file, name string, table ...string) string {
	return fmt.Sprintf("take out by hand: %s", t.spot(f, name, table...))
}

// spot says where an entry stands: its table, file and line.
func (t Target) spot(f *file, name string, table ...string) string {
	at := f.path
	if found, err := t.Client.format.Find(f.text, append(slices.Clone(table), name)...); err == nil && found != nil {
		at = fmt.Sprintf("%s:%d", f.path, found.Line)
	}
	return fmt.Sprintf("%q of %q at %s", name, strings.Join(table, "."), at)
}
