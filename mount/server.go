package mount

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// A Server is what an entry in a client's file says of itself.
type Server struct {
	Command string
	Args    []string
	Env     map[string]string
}

// readServer reads an entry, whichever client's it is.
func readServer(value any) Server {
	table, _ := value.(map[string]any)
	var s Server
	for _, name := range []string{"command", "cmd"} {
		if command, ok := table[name].(string); ok {
			s.Command = command
		}
	}
	args, _ := table["args"].([]any)
	for _, a := range args {
		if text, ok := a.(string); ok {
			s.Args = append(s.Args, text)
		}
	}
	for _, name := range []string{"env", "envs"} {
		variables, _ := table[name].(map[string]any)
		for k, v := range variables {
			if s.Env == nil {
				s.Env = map[string]string{}
			}
			s.Env[k], _ = v.(string)
		}
	}
	return s
}

// ours says whether it starts connector-browser, this program or another
// build of it, for whichever directory.
func (s Server) ours(program string) bool { return s.named(program) && s.runs() }

// named says whether it names connector-browser, with whatever arguments.
func (s Server) named(program string) bool {
	return s.Command == program || filepath.Base(s.Command) == "connector-browser"
}

// runs says whether its arguments are those that mount writes.
func (s Server) runs() bool { return slices.Equal(s.Args, []string{"run"}) }

// entry is the one that it was written from.
func (s Server) entry() Entry { return Entry{Program: s.Command, Conf: s.Env["CONFIG_LOCAL_DIR"]} }

// String shows what it starts. Of its environment the names alone are shown:
// the values are where people keep their keys.
func (s Server) String() string {
	if s.Command == "" {
		return "no program of this machine"
	}
	text := fmt.Sprintf("%q", strings.Join(append([]string{s.Command}, s.Args...), " "))
	names := make([]string, 0, len(s.Env))
	for name := range s.Env {
		names = append(names, name)
	}
	if sort.Strings(names); len(names) > 0 {
		text += " with " + strings.Join(names, ", ")
	}
	return text
}

// writable says whether an entry means to this client what it says.
func (c *Client) writable(e Entry) error {
	for _, path := range []string{e.Program, e.Conf} {
		switch {
		case !utf8.ValidString(path):
			return errors.New("a path is not UTF-8, and no client's settings can hold it; move the program or the configuration directory")
		case c.expands != "" && strings.Contains(path, c.expands):
			return fmt.Errorf("the path %s holds %s, which %s would replace; move the program or the configuration directory", path, c.expands, c.Title)
		}
	}
	return nil
}
