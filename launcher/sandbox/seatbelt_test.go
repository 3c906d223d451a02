package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSeatbeltProfile: macOS' walls as text, from the same description. The
// profile was never run on a Mac (see KNOWN-LIMITS.md).
func TestSeatbeltProfile(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), `launch "1" \`)
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	text := seatbeltProfile(Walls{Dir: dir, ReadOnly: []string{"/opt/build", "/opt/one file"}})

	for _, want := range []string{
		"(version 1)\n(deny default)\n",
		`(allow network-outbound (remote tcp "localhost:3128"))`,
		`(subpath "/opt/build")`, `(subpath "/opt/one file")`,
		`launch \"1\" \\")`,
		"(allow signal (target same-sandbox))",
		"com\\.google\\.chrome\\.for\\.testing\\.MachPortRendezvousServer",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the profile lacks %s", want)
		}
	}
	for _, never := range []string{"allow default", "network*", "network-inbound", "mach-lookup)", "(allow file-write* ", "com.apple.pasteboard", "securityd", "(allow file-read-metadata)\n"} {
		if strings.Contains(text, never) {
			t.Errorf("the profile holds %s", never)
		}
	}
	if depth := balance(t, text); depth != 0 {
		t.Errorf("%d parentheses are left open", depth)
	}
	// The one place to write is the launch directory, and it is closed to
	// programs after whatever was allowed before.
	writes := strings.Split(text, "file-write*")
	if len(writes) != 2 || !strings.HasPrefix(writes[1], "\n  (subpath "+quote(dir)+")") {
		t.Errorf("write rules: %q", writes[1:])
	}
	if strings.LastIndex(text, "(deny process-exec") < strings.LastIndex(text, "process-exec\n  (subpath \"/opt") {
		t.Error("programs in the launch directory are allowed again")
	}
}

// balance counts parentheses outside of strings.
func balance(t *testing.T, text string) (depth int) {
	t.Helper()
	quoted := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, ";") {
			continue
		}
		for i := 0; i < len(line); i++ {
			switch c := line[i]; {
			case quoted && c == '\\':
				i++
			case c == '"':
				quoted = !quoted
			case !quoted && c == '(':
				depth++
			case !quoted && c == ')':
				depth--
			}
		}
		if quoted || depth < 0 {
			t.Fatalf("unbalanced at %q", line)
		}
	}
	return depth
}
