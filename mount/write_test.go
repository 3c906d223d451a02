package mount

import (
	"path/filepath"
	"strings"
	"testing"

	"connector-browser/mount/settings"
)

// odd are files as people have them: other servers, comments where the client
// reads any, keys that nobody knows, formatting of their own.
var odd = map[string]string{
	"plain": "\r\n{ \"unknown\" :\t[1,  2],\r\n  \"TABLE\" : {\r\n      \"other\": {\"command\":\"x\", \"args\": []}\r\n  }, \"zz\": null }\r\n\r\n",
	"jsonc": "// mine\n{\n\t\"TABLE\": {  // servers\n\t\t/* the first */ \"other\": { \"command\": \"x\" , },\n\n\t\t// \"old\": {},\n\t},\n\t\"unknown\" :  1e3, }",
	"half":  "// mine\n{\n   \"TABLE\": {\n      // one\n      \"other\": { \"command\": \"x\" }\n   }  /* end */\n}\n",
	"toml":  "# mine\nmodel   = 'm'\n\n[TABLE.other] # one\ncommand = \"\"\"x\"\"\"\n\n  [ profiles . a ]\nk = [ 1,\n  2 ]\n# the end\n",
	"yaml":  "# mine\nGOOSE_MODE:   auto\nTABLE:   # servers\n    # one\n    other: {type: stdio,  cmd: x}\n\n    third:\n        args:\n        - |\n          text\nlast: 'x'\n# the end\n",
}

// broken are the same, each with one mistake, and where.
var broken = map[string][2]string{
	"plain": {"{\n  \"TABLE\": {\n    // no\n  }\n}", ":3:5 "},
	"jsonc": {"{\n  \"TABLE\": {\n    \"a\": 1\n    \"b\": 2\n  }\n}", ":4:5 "},
	"half":  {"{\n  \"TABLE\": {\n    \"a\": 1,\n  }\n}", ":3:11 "},
	"toml":  {"[TABLE.a]\ncommand = \"x\n", ":2:"},
	"yaml":  {"TABLE:\n  a: {b\nc: 1\n", ":3:"},
}

// notation names a client's row in these tables.
func notation(c *Client) string {
	switch c.format {
	case plainJSON:
		return "plain"
	case jsonc:
		return "jsonc"
	case settings.TOML{}:
		return "toml"
	case settings.YAML{}:
		return "yaml"
	}
	return "half"
}

// TestWriteRemove: for each client and scope, what Write does to each kind of
// file, and that Remove restores its bytes (SN-001).
func TestWriteRemove(t *testing.T) {
	t.Parallel()
	for _, c := range Clients {
		for _, scope := range []Scope{User, Project} {
			if _, err := c.place(scratch(t), scope); err != nil {
				continue
			}
			t.Run(c.Name+" "+string(scope), func(t *testing.T) {
				t.Parallel()
				t.Run("no file", func(t *testing.T) { cycle(t, c, scope, nil) })
				t.Run("empty file", func(t *testing.T) { cycle(t, c, scope, new("")) })
				t.Run("others", func(t *testing.T) { cycle(t, c, scope, new(fill(c, odd[notation(c)]))) })
				t.Run("edited since", func(t *testing.T) { edited(t, c, scope, fill(c, odd[notation(c)])) })
				t.Run("broken", func(t *testing.T) { refused(t, c, scope, broken[notation(c)]) })
			})
		}
	}
}

// fill puts a client's own name for the table into a text.
func fill(c *Client, text string) string {
	return strings.ReplaceAll(text, "TABLE", c.places(Host{Getenv: environ()})[0].Table[0])
}

// cycle is Write, Write again, Remove, Remove again.
func cycle(t *testing.T, c *Client, scope Scope, text *string) {
	target := at(t, c, scope)
	if text != nil {
		put(t, target.File, *text)
	}
	change, err := target.Write(false)
	if err != nil || !change.Done || (change.Backup == "") != (text == nil) {
		t.Fatalf("Write: %+v, %v", change, err)
	}
	if text != nil && get(t, change.Backup) != *text {
		t.Fatalf("the backup is %q", get(t, change.Backup))
	}
	written := get(t, target.File)
	if text != nil && *text != "" {
		for _, line := range strings.Split(*text, "\n") {
			if !strings.Contains(written, line) {
				t.Errorf("the line %q is lost in %q", line, written)
			}
		}
	}
	if again, err := target.Write(false); err != nil || again.Done || get(t, target.File) != written {
		t.Fatalf("Write once more: %+v, %v", again, err)
	}
	if change, err = target.Remove(); err != nil || !change.Done || !change.Whole {
		t.Fatalf("Remove: %+v, %v", change, err)
	}
	want := []string{}
	if text != nil {
		want = append(want, filepath.Base(target.File))
		if got := get(t, target.File); got != *text {
			t.Errorf("restored to %q, want %q", got, *text)
		}
	}
	if got := names(t, filepath.Dir(target.File)); strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("left behind: %v", got)
	}
	if change, err = target.Remove(); err != nil || change.Done {
		t.Errorf("Remove once more: %+v, %v", change, err)
	}
}

// edited is Write, somebody else's edit, Remove: the edit stays, our entry
// goes, and with it every byte that Write brought.
func edited(t *testing.T, c *Client, scope Scope, text string) {
	target := at(t, c, scope)
	put(t, target.File, text)
	if _, err := target.Write(false); err != nil {
		t.Fatal(err)
	}
	edit := func(s string) string {
		s = strings.Replace(s, "other", "another", 1)
		return strings.Replace(s, "unknown", "known", 1)
	}
	put(t, target.File, edit(get(t, target.File)))
	change, err := target.Remove()
	if err != nil || !change.Done || change.Whole || change.Backup == "" {
		t.Fatalf("Remove: %+v, %v", change, err)
	}
	if got := get(t, target.File); got != edit(text) {
		t.Errorf("left %q, want %q", got, edit(text))
	}
	if get(t, change.Backup) != text {
		t.Error("the backup is gone or other")
	}
}

// refused is Write and Remove on a broken file.
func refused(t *testing.T, c *Client, scope Scope, text [2]string) {
	target := at(t, c, scope)
	put(t, target.File, fill(c, text[0]))
	_, err1 := target.Write(true)
	_, err2 := target.Remove()
	for _, err := range []error{err1, err2} {
		if err == nil || !strings.Contains(err.Error(), target.File+text[1]) || !strings.HasSuffix(err.Error(), "(the file was not touched)") {
			t.Errorf("%v", err)
		}
	}
	if got := get(t, target.File); got != fill(c, text[0]) {
		t.Errorf("touched: %q", got)
	}
	if got := names(t, filepath.Dir(target.File)); len(got) != 1 {
		t.Errorf("left behind: %v", got)
	}
}
