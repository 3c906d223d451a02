package settings

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const laidYAML = "  b:\n    command: \"/x\"\n    args: [\"run\"]\n    env:\n      A: b\n"

func TestYAMLPut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "s:\n" + laidYAML},
		{"a comment alone", "# mine\n", "# mine\ns:\n" + laidYAML},
		{"an empty document", "---\n", "---\ns:\n" + laidYAML},
		{"others", "k: v # odd\nl: |+\n  text\n\n", "k: v # odd\nl: |+\n  text\n\ns:\n" + laidYAML},
		{"among others", "s: # mine\n  # the first\n  a: {type: x}\n\n  c:\n    - 1\nk:   2\n", "s: # mine\n" + laidYAML + "  # the first\n  a: {type: x}\n\n  c:\n    - 1\nk:   2\n"},
		{"deeply indented", "s:\n    a:\n        t: 1\n", "s:\n    b:\n        command: \"/x\"\n        args: [\"run\"]\n        env:\n            A: b\n    a:\n        t: 1\n"},
		{"a name alone", "s:\nk: 1\n", "s:\n" + laidYAML + "k: 1\n"},
		{"an empty mapping", "s: {}\nk: 1\n", "s: {b: {command: \"/x\", args: [\"run\"], env: {A: b}}}\nk: 1\n"},
		{"a flow mapping", "é: 1\ns: {a: {}}", "é: 1\ns: {b: {command: \"/x\", args: [\"run\"], env: {A: b}}, a: {}}"},
		{"Windows line ends", "s:\r\n  a: 1\r\n", "s:\r\n" + strings.ReplaceAll(laidYAML, "\n", "\r\n") + "  a: 1\r\n"},
		{"JSON", "{\"k\": 1}\n", "{s: {b: {command: \"/x\", args: [\"run\"], env: {A: b}}}, \"k\": 1}\n"},
		{"no line break at the end", "k: 1", "k: 1\ns:\n" + laidYAML},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := YAML{}.Put([]byte(c.text), entry, "s", "b")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if back, ok := Undo(YAML{}, []byte(c.text), got, entry, "s", "b"); !ok || string(back) != c.text {
				t.Errorf("Undo gives %q, %v", back, ok)
			}
		})
	}
}

func TestYAMLTake(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"among others", "s:\n  a: 1\n  b:\n    x: 1\n    # within\n    l:\n    - 1\n  # of c\n  c: 1\n", "s:\n  a: 1\n  # of c\n  c: 1\n"},
		{"the only one", "k: 1\ns:\n  b:\n    x: 1\n\nl: 1\n", "k: 1\n\nl: 1\n"},
		{"flow", "s: {b: {x: {}}, a: 1}\n", "s: {a: 1}\n"},
		{"not there", "s:\nk: 1\n", "s:\nk: 1\n"},
	} {
		got, err := YAML{}.Take([]byte(c[1]), "s", "b")
		if err != nil || string(got) != c[2] {
			t.Errorf("%s: %q, %v; want %q", c[0], got, err, c[2])
		}
	}
}

func TestYAMLRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"k: 1\n\tl: 2\n", "2:1: " + notYAML},
		{"k: \"x\n", "2:1: " + notYAML},
		{"k: 1\n---\nl: 1\n", "2:1: a second YAML document, where its reader expects one"},
		{"k: 1\rl: 1\r", "1:5: a line break that is neither LF nor CRLF, which YAML's readers count differently"},
		{"- 1\n", "1:1: not a mapping, where \"s\" would have to be"},
		{"s: [1]\n", "1:4: not a mapping, where \"b\" would have to be"},
		{"s: &x\n  a: 1\nk: 1\n...\n", ""},
		{"k: 1\n...\n", errUneditable.Error()},
		{"k: |\n  text", errUneditable.Error()},
		{"s: {b: *x}\n", "1:8: " + notYAML},
		{"b: &x {}\ns: *x\n", "2:4: not a mapping, where \"b\" would have to be"},
	} {
		_, err := YAML{}.Put([]byte(c.text), entry, "s", "b")
		if got := errString(err); got != c.want {
			t.Errorf("Put into %q: %s, want %s", c.text, got, c.want)
		}
	}
}

func errString(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func FuzzYAML(f *testing.F) {
	for _, seed := range []string{"", "s:\n  a: 1", "s: {a: 1}", "---\ns:\n  b:\n    k: |+\n\n", "\xef\xbb\xbfs:\r\n- 1", "? a\n: *b\n", "s: &x\n  <<: *x"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) { checkEdits(t, YAML{}, text) })
}
