package mount

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
)

// A Finding is something that keeps a client from starting this program, or
// makes it start another one (SN-004, CD-006).
type Finding struct {
	Client   string `json:"client"`
	File     string `json:"file"`
	Sentence string `json:"sentence"` // what is wrong
	Command  string `json:"command"`  // what mends it; words where no command does
}

// Inspect reads every client's files on this machine, and the project's in the
// current folder, and says what is wrong with our entries in them. Files
// without one are nobody's business; so are other people's servers. It
// changes nothing.
func Inspect() ([]Finding, error) {
	h, err := ThisHost()
	if err != nil {
		return nil, err
	}
	program, err := Program()
	if err != nil {
		return nil, err
	}
	return inspect(h, program), nil
}

func inspect(h Host, program string) []Finding {
	var findings []Finding
	for _, c := range Clients {
		i := inspection{host: h, program: program, conf: map[string]sighting{}}
		for _, place := range c.distinct(h) {
			i.place(Target{c, place, Entry{Program: program}})
		}
		findings = append(findings, i.findings...)
	}
	return findings
}

// An inspection goes through one client's places.
type inspection struct {
	host     Host
	program  string
	findings []Finding
	conf     map[string]sighting // by configuration directory
	broken   []string            // files that have been called so
}

// A sighting is an entry of ours.
type sighting struct {
	target Target
	name   string
}

func (i *inspection) add(t Target, command, format string, args ...any) {
	i.findings = append(i.findings, Finding{t.Client.Name, t.File, fmt.Sprintf(format, args...), command})
}

func (i *inspection) place(t Target) {
	if err := t.placed(i.host); err != nil {
		i.lost(t, err)
		return
	}
	f, err := openFile(t.File)
	if err != nil {
		i.add(t, t.repair(), "%v", err)
		return
	}
	servers, err := t.serversAt(f, t.Table...)
	if err != nil {
		if !slices.Contains(i.broken, t.File) { // one file may hold two tables
			i.broken = append(i.broken, t.File)
			i.add(t, t.repair(), "%v", err)
		}
		return
	}
	i.wrongTable(t, f, servers)
	for _, name := range i.mine(servers) {
		i.server(t, f, name, servers[name])
	}
}

// lost is for a place that cannot be told, once for a client.
func (i *inspection) lost(t Target, err error) {
	if !slices.Contains(i.broken, t.File) {
		i.broken = append(i.broken, t.File)
		i.add(t, fmt.Sprintf("give %s an absolute path first, then look again: connector-browser doctor", t.Client.folder), "%v", err)
	}
}

// meantAsOurs says whether an entry of our name is one that went wrong: it
// names our variable, whatever it starts.
func (s Server) meantAsOurs() bool {
	_, ok := s.Env["CONFIG_LOCAL_DIR"]
	return ok
}

// wrongTable looks for us in the table that other clients use (CD-006). Once we
// stand in the right one there is nothing to mount.
func (i *inspection) wrongTable(t Target, f *file, right map[string]Server) {
	if t.Client.wrong == "" {
		return
	}
	servers, err := t.serversAt(f, t.Client.wrong)
	if err != nil {
		return
	}
	for _, name := range i.mine(servers) {
		mend := t.mountCommand(" --write")
		if len(i.mine(right)) > 0 {
			mend = t.byHand(f, name, t.Client.wrong)
		}
		i.add(t, mend, "%s does not read %q, in which %q stands; its table is called %q", t.Client.Title, t.Client.wrong, name, t.Table[0])
	}
}

// mine are the names of our entries, in order.
func (i *inspection) mine(servers map[string]Server) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(servers)) {
		if s := servers[name]; s.named(i.program) || name == serverName && s.meantAsOurs() {
			names = append(names, name)
		}
	}
	return names
}

func (i *inspection) server(t Target, f *file, name string, s Server) {
	mend := t.renewal(f, name)
	switch conf := s.Env["CONFIG_LOCAL_DIR"]; {
	case !filepath.IsAbs(s.Command):
		i.add(t, mend, "%q starts %q, which is not an absolute path; %s may look for it in another PATH than your shell", name, s.Command, t.Client.Title)
	case !executable(s.Command):
		i.add(t, mend, "%q starts %s, which is not there or not a program", name, s.Command)
	case !sameFile(s.Command, i.program):
		i.add(t, mend, "%q starts another build, %s, and not this one, %s", name, s.Command, i.program)
	case !s.runs():
		i.add(t, mend, "%s", otherArguments(name))
	case conf != "" && !isDir(conf):
		i.add(t, mend, "%q names the configuration directory %s, which is not there", name, conf)
	}
	if t.Client == &codex && t.Scope == Project && !trusted(i.host) {
		i.add(t, "connector-browser mount --client codex --write", "Codex does not read this file, since its own settings do not call %s a trusted project; start codex there once and trust it, or mount for the user", i.host.Folder)
	}
	conf := filepath.Clean(s.Env["CONFIG_LOCAL_DIR"])
	if first, twice := i.conf[conf]; twice {
		i.add(t, t.removal(i.host, f, name, s), "%q is mounted twice for one configuration directory, here and as %q in %s; %s would start both or drop one",
			name, first.name, first.target.File, t.Client.Title)
		return
	}
	i.conf[conf] = sighting{t, name}
}
