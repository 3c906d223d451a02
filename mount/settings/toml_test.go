package settings

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const laidTOML = "[s.b]\ncommand = \"/x\"\nargs = [\"run\"]\nenv = { A = \"b\" }\n"

// TestTOMLPut: the table comes last, whatever stands before it, and Take and
// Undo give back what was there.
func TestTOMLPut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", laidTOML},
		{"blank lines", "\n\n", "\n\n" + laidTOML},
		{"others", "# mine\nmodel = \"m\"   # odd\n\n[s.a]\ncommand='y'\n", "# mine\nmodel = \"m\"   # odd\n\n[s.a]\ncommand='y'\n\n" + laidTOML},
		{"a parent of its own", "[s]\na.command = \"y\"\n", "[s]\na.command = \"y\"\n\n" + laidTOML},
		{"dotted keys", "s.a.command = \"y\"\n[t]\n", "s.a.command = \"y\"\n[t]\n\n" + laidTOML},
		{"a blank line at the end", "k = 1\n\n", "k = 1\n\n\n" + laidTOML},
		{"headers within strings", "k = '''\n[s.b]\n'''''\nl = \"\"\"\\\"\"\"\n[s.b]\"\"\"\n", "k = '''\n[s.b]\n'''''\nl = \"\"\"\\\"\"\"\n[s.b]\"\"\"\n\n" + laidTOML},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := TOML{}.Put([]byte(c.text), entry, "s", "b")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if taken, err := (TOML{}).Take(got, "s", "b"); err != nil || string(taken) != c.text {
				t.Errorf("Take gives %q, %v", taken, err)
			}
		})
	}
	t.Run("no line break at the end", func(t *testing.T) {
		got, err := TOML{}.Put([]byte("k = 1"), entry, "s", "b")
		if err != nil || string(got) != "k = 1\n\n"+laidTOML {
			t.Errorf("%q, %v", got, err)
		}
		if back, ok := Undo(TOML{}, []byte("k = 1"), got, entry, "s", "b"); !ok || string(back) != "k = 1" {
			t.Errorf("Undo gives %q, %v", back, ok)
		}
	})
}

// TestTOMLTake finds the entry in each way of writing it.
func TestTOMLTake(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"table between others", "[s.a]\nk = 1\n\n[s.b] # ours\ncommand = [ # odd\n  ']',\n]\n# within\nn = 2\n# of c\n[s.c]\nk = 1\n", "[s.a]\nk = 1\n# of c\n[s.c]\nk = 1\n"},
		{"with tables of its own", "[s.b]\nc = 1\n[s.b.tools.x]\nm = 1\n[t]\n", "[t]\n"},
		{"dotted", "s.b.c = 1\nk = 2\ns.b.d = 3\n", "k = 2\n"},
		{"in its parent", "[s]\na = {}\nb = { c = 1 }\n", "[s]\na = {}\n"},
		{"quoted", "[s.\"\\u0062\"]\nc = 1\n[ 's' . b . d]\n", ""},
		{"Windows line ends", "k = 1\r\n\r\n[s.b]\r\nc = 1\r\n", "k = 1\r\n"},
	} {
		got, err := TOML{}.Take([]byte(c[1]), "s", "b")
		if err != nil || string(got) != c[2] {
			t.Errorf("%s: %q, %v; want %q", c[0], got, err, c[2])
		}
	}
}

func TestTOMLRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"k = 1\nk 2\n", "2:3: " + notTOML},
		{"s = { a = {} }\n", "1:1: s is written on one line, and cannot be added to; write its entries as tables of their own ([s.NAME])"},
		{"k = 1\ns = 5\n", "2:1: not a table, where \"b\" would have to be"},
		{"[[s]]\n", "1:1: not a table, where \"b\" would have to be"},
		{"s = { b = {} }\n", errUneditable.Error()},
	} {
		if _, err := (TOML{}).Put([]byte(c.text), entry, "s", "b"); err == nil || err.Error() != c.want {
			t.Errorf("Put into %q: %v, want %s", c.text, err, c.want)
		}
	}
}

func FuzzTOML(f *testing.F) {
	for _, seed := range []string{"", "[s]\nb.c = 1", "s.a = 1 #\r\n[[t]]\n", "[s.b.\"x\"]\nk = '''\n'''", "\xef\xbb\xbf[s . 'b']", "s = {b = {}}", "d = 1979-05-27T07:32:00Z\nn = nan"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) { checkEdits(t, TOML{}, text) })
}
