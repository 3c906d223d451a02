package mount

import (
	"fmt"
	"maps"
	"slices"

	"connector-browser/mount/settings"
)

// A Mount is an entry in a client's file that starts connector-browser.
type Mount struct {
	Client  string `json:"client"`
	Scope   Scope  `json:"scope"`
	File    string `json:"file"`
	Name    string `json:"name"`
	Command string `json:"command"`
	Conf    string `json:"CONFIG_LOCAL_DIR"` // "" where it names none
}

// Mounts lists what is mounted in every client's files, the project's in the
// current folder included. A file that cannot be read is an error in the list
// and stops nothing, and so is an entry that somebody has edited until it was no
// longer ours.
func Mounts(h Host, program string) (mounts []Mount, errs []error) {
	for _, t := range targets(h, Entry{Program: program}) {
		servers, err := t.servers(h)
		if err != nil && !slices.ContainsFunc(errs, func(told error) bool { return told.Error() == err.Error() }) { // one file may hold two tables
			errs = append(errs, err)
		}
		for _, name := range slices.Sorted(maps.Keys(servers)) {
			switch s := servers[name]; {
			case s.named(program) && !s.runs():
				errs = append(errs, fmt.Errorf("%s: %s; connector-browser doctor says what to do", t.File, otherArguments(name)))
			case s.ours(program):
				mounts = append(mounts, Mount{t.Client.Name, t.Scope, t.File, name, s.Command, s.Env["CONFIG_LOCAL_DIR"]})
			}
		}
	}
	return mounts, errs
}

// otherArguments is what is said of an entry of ours with other arguments.
func otherArguments(name string) string {
	return fmt.Sprintf("%q starts connector-browser with other arguments than \"run\", so it is not taken for ours: list leaves it out, and unmount leaves it alone", name)
}

// targets are all places of all clients.
func targets(h Host, e Entry) []Target {
	var all []Target
	for _, c := range Clients {
		for _, place := range c.distinct(h) {
			all = append(all, Target{c, place, e})
		}
	}
	return all
}

// distinct are the client's places, each once: in the home directory a
// project's file may be the user's, and is the user's then.
func (c *Client) distinct(h Host) []Place {
	var all []Place
	for _, p := range c.places(h) {
		if !slices.ContainsFunc(all, p.same) {
			all = append(all, p)
		}
	}
	return all
}

// same says whether two places are one table of one file, whatever the file is
// called.
func (p Place) same(q Place) bool {
	return slices.Equal(p.Table, q.Table) && (p.File == q.File || sameFile(p.File, q.File))
}

// servers reads the target's table of servers.
func (t Target) servers(h Host) (map[string]Server, error) {
	if err := t.placed(h); err != nil {
		return nil, err
	}
	f, err := openFile(t.File)
	if err != nil {
		return nil, err
	}
	return t.serversAt(f, t.Table...)
}

// serversAt reads a table of servers at any place in the file. Where something
// else stands in its place there is none: that is its client's to complain of.
func (t Target) serversAt(f *file, path ...string) (map[string]Server, error) {
	found, err := t.Client.format.Find(f.text, path...)
	if err != nil {
		return nil, t.explain(f.path, err)
	}
	if found == nil {
		return nil, nil
	}
	table, ok := found.Value.(map[string]any)
	if !ok {
		return nil, t.explain(f.path, &settings.Error{Line: found.Line, Col: 1, What: "has something else in the place of the table of servers"})
	}
	servers := make(map[string]Server, len(table))
	for name, value := range table {
		servers[name] = readServer(value)
	}
	return servers, nil
}
