package mount

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"connector-browser/mount/settings"
)

// A Target is one client's file, and the entry that belongs into it.
type Target struct {
	Client *Client
	Place
	entry Entry
}

// At gives a client's target; without a scope its first one, the user's.
func (c *Client) At(h Host, scope Scope, e Entry) (Target, error) {
	place, err := c.place(h, scope)
	if err != nil {
		return Target{}, err
	}
	t := Target{c, place, e}
	if err := t.placed(h); err != nil {
		return Target{}, err
	}
	return t, c.writable(e)
}

// placed refuses a user's place that lies in another folder wherever the client
// is started, and so nowhere that this program could name.
func (t Target) placed(h Host) error {
	name := t.Client.folder
	if name == "" || t.Scope == Project {
		return nil
	}
	if folder := h.Getenv(name); folder != "" && !filepath.IsAbs(folder) {
		return fmt.Errorf("%s is not an absolute path, and %s would look in another folder wherever it is started; give %s an absolute path", name, t.Client.Title, name)
	}
	return nil
}

// Snippet is the entry as a file of the client's that holds nothing else
// (CD-004, SN-002).
func (t Target) Snippet() ([]byte, error) {
	return t.Client.format.Put(nil, t.table(), t.path()...)
}

// Command is the client's own command that does what Write does; "" where it
// has none.
func (t Target) Command() string {
	if t.Client.add == nil {
		return ""
	}
	return shell(t.Client.add(t.entry, t.Scope))
}

// RemoveCommand is the client's own command that takes the entry out.
func (t Target) RemoveCommand() string {
	if t.Client.remove == nil {
		return ""
	}
	return shell(t.Client.remove(t.Scope))
}

// Next says what makes the client see the change (SN-011).
func (t Target) Next() string {
	if t.Scope == Project && t.Client.trust != "" {
		return t.Client.trust
	}
	return t.Client.next
}

func (t Target) table() settings.Table { return t.Client.entry(t.entry) }

func (t Target) path() []string { return append(slices.Clone(t.Table), serverName) }

// mountCommand is this program's own command that mounts the target.
func (t Target) mountCommand(flags string) string { return t.command("mount", flags) }

// command is one of this program's own commands for the target.
func (t Target) command(verb, flags string) string {
	command := "connector-browser " + verb + " --client " + t.Client.Name
	if t.Scope == Project {
		command += " --scope project"
	}
	return command + flags
}

// explain makes a sentence of what a format has against a file.
func (t Target) explain(file string, err error) error {
	var place *settings.Error
	switch {
	case errors.As(err, &place):
		return fmt.Errorf("%s:%d:%d %s; mend it there and try again (the file was not touched)", file, place.Line, place.Col, place.What)
	case errors.Is(err, settings.ErrTooLong):
		return fmt.Errorf("%s %w; shorten it, or edit it by hand (%s prints what belongs in; the file was not touched)", file, err, t.mountCommand(""))
	case settings.Uneditable(err):
		return fmt.Errorf("%s %w; edit it by hand (%s prints what belongs in; the file was not touched)", file, err, t.mountCommand(""))
	}
	return err
}

// shell writes a command for a person to paste.
func shell(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		if quoted[i] = word; word == "" || strings.Trim(word, shellSafe) != "" {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

const shellSafe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:@%,"
