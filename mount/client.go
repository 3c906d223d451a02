package mount

import (
	"fmt"
	"slices"
	"strings"

	"connector-browser/mount/settings"
)

// A Client is an MCP client that people use: where it keeps its servers, and
// how it writes one down. Each stands in a file of its own (CD-011: command
// and arguments are the same everywhere, only file and notation differ).
type Client struct {
	Name    string // as in --client
	Title   string // as people call it
	format  settings.Format
	places  func(Host) []Place
	folder  string // the variable that names the user's folder, where the client takes a relative one as well; see placed
	entry   func(Entry) settings.Table
	add     func(Entry, Scope) []string // its own command that does the same; nil or empty where it has none
	remove  func(Scope) []string
	expands string   // what it replaces in a path: "$" or "${"; empty: nothing
	spare   []string // fields of the entry that may as well be missing or otherwise: the entry works without
	wrong   string   // a table that people paste in from other clients, and this one never reads
	next    string   // what makes it read its file
	trust   string   // what it wants before it reads a project's file; empty: as for the user's
}

// Clients is the table of all of them, in the order of the documentation.
var Clients = []*Client{
	&claudeCode,
	&claudeDesktop,
	&vscode,
	&copilotCLI,
	&codex,
	&cursor,
	&windsurf,
	&zed,
	&geminiCLI,
	&goose,
	&lmStudio,
}

// ByName finds a client.
func ByName(name string) (*Client, error) {
	for _, c := range Clients {
		if c.Name == name {
			return c, nil
		}
	}
	return nil, fmt.Errorf("there is no client of this name; the clients are %s", strings.Join(Names(), ", "))
}

// Names are the clients' names.
func Names() []string {
	names := make([]string, len(Clients))
	for i, c := range Clients {
		names[i] = c.Name
	}
	return names
}

// A Scope says for whom a file speaks.
type Scope string

// The scopes that this program writes to, and Claude Code's third one, which
// it reads only.
const (
	User    Scope = "user"    // everything that this person opens
	Project Scope = "project" // this folder
	local   Scope = "local"   // this person in this folder
)

// A Place is a table of servers: a file and the way to the table in it.
type Place struct {
	Scope Scope
	File  string
	Table []string
}

// serverName is our name in every client. With it the longest tool's name is
// mcp__browser__browser_network_state_set or the like, which no client cuts.
const serverName = "browser"

// Has says what is wrong with a scope, for this client; the empty one is that
// of its first place, the user's.
func (c *Client) Has(scope Scope) error {
	_, err := c.place(Host{Getenv: func(string) string { return "" }}, scope)
	return err
}

// place is the place of a scope.
func (c *Client) place(h Host, scope Scope) (Place, error) {
	var scopes []string
	for _, p := range c.places(h) {
		if p.Scope == local {
			continue
		}
		if scope == "" || p.Scope == scope {
			return p, nil
		}
		scopes = append(scopes, string(p.Scope))
	}
	if scope == Project {
		return Place{}, fmt.Errorf("%s has no file of its own for a project; leave --scope out, or use --scope %s", c.Title, scopes[0])
	}
	return Place{}, fmt.Errorf("there is no scope of this name; %s has %s", c.Title, strings.Join(scopes, " and "))
}

// stdio is the shape that most clients share.
func stdio(e Entry) settings.Table {
	return settings.Table{
		{Name: "command", Value: e.Program},
		{Name: "args", Value: []string{"run"}},
		{Name: "env", Value: environment(e)},
	}
}

// needs is the part of an entry without which it would not start this program.
func (c *Client) needs(entry settings.Table) settings.Table {
	var needed settings.Table
	for _, field := range entry {
		if !slices.Contains(c.spare, field.Name) {
			needed = append(needed, field)
		}
	}
	return needed
}

// environment is what the server has to be told: clients pass little of their
// own environment on, or none.
func environment(e Entry) settings.Table {
	return settings.Table{{Name: "CONFIG_LOCAL_DIR", Value: e.Conf}}
}

// plainJSON is what JSON.parse reads, jsonc what editors read.
var (
	plainJSON = settings.JSON{}
	jsonc     = settings.JSON{Comments: true, TrailingCommas: true}
)
