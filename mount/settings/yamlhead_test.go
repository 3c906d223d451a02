package settings

import (
	"errors"
	"strings"
	"testing"
)

// SN-001: a file that says which YAML it is is edited as any other; another version
// than those that are read is said to be that.
func TestYAMLDirective(t *testing.T) {
	t.Parallel()
	entry := Table{{Name: "cmd", Value: "x"}}
	for _, head := range []string{"%YAML 1.1\n---\n", "%YAML 1.2\n---\n", "# mine\n\n%TAG ! tag:a,2000:\n%YAML  1.2 \n---\n", "\ufeff%YAML 1.2\r\n---\n"} {
		got, err := YAML{}.Put([]byte(head+"extensions:\n  a:\n    v: \"%YAML 1.2\"\n"), entry, "extensions", "browser")
		if want := head + "extensions:\n  browser:\n    cmd: x\n  a:\n    v: \"%YAML 1.2\"\n"; err != nil || strings.ReplaceAll(string(got), "\r", "") != strings.ReplaceAll(want, "\r", "") {
			t.Errorf("%q: got %q, %v", head, got, err)
		}
	}
	_, err := YAML{}.Find([]byte("# mine\n%YAML 2.0\n---\na: 1\n"), "a")
	if err == nil || err.Error() != "2:1: a directive for another version of YAML than 1.1 and 1.2" {
		t.Errorf("version 2.0: %v", err)
	}
}

// SN-001: what is too long is refused before it is parsed, which would take long.
func TestYAMLTooLong(t *testing.T) {
	t.Parallel()
	fits := []byte("a: 1\n" + strings.Repeat("#", maxYAML-5))
	if _, err := (YAML{}).Find(fits, "a"); err != nil {
		t.Error(err)
	}
	if _, err := (YAML{}).Find(append(fits, '#'), "a"); !errors.Is(err, ErrTooLong) || err.Error() != "is larger than 1 MiB, more than is read of YAML" {
		t.Errorf("got %v", err)
	}
}
