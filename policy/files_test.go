package policy

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// DESIGN 4.4: a folder that is opened to uploads never opens the secrets.
func TestFilesRefuseTheConnectorsDirectory(t *testing.T) {
	t.Parallel()
	home := mustReal(t, t.TempDir())
	dir := filepath.Join(home, "connectors", "browser")
	for _, folder := range []string{filepath.Join(dir, "secrets"), filepath.Join(home, "up")} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(home, "innocent")
	os.Symlink(filepath.Join(dir, "secrets"), link)
	beside := dir + "-other"
	os.Mkdir(beside, 0o700)

	for folder, want := range map[string]string{
		dir:                           "lies in the connector's own directory",
		filepath.Join(dir, "secrets"): "lies in the connector's own directory",
		link:                          "lies in the connector's own directory",
		home:                          "holds the connector's own directory; name a folder below it",
		"/proc/self":                  "holds no files of yours",
		filepath.Join(home, "up"):     "",
		beside:                        "",
	} {
		for _, text := range []string{"[files]\nread = ['" + folder + "']", "[files]\nkeep = '" + folder + "'"} {
			_, err := Parse([]byte(text), dir, nil)
			switch {
			case want == "" && err != nil:
				t.Errorf("%s: %v", folder, err)
			case want != "" && err == nil:
				t.Errorf("%s was taken, want: %s", folder, want)
			case want != "" && !strings.HasSuffix(err.Error(), " "+want):
				t.Errorf("%s: %v", folder, err)
			}
		}
		if _, why := realFolder(folder, dir); why != want {
			t.Errorf("%s: %q, want %q", folder, why, want)
		}
	}
	if _, err := Parse([]byte("[files]\nread = ['"+beside+"', '"+beside+"/']"), dir, nil); err == nil {
		t.Error("a folder was taken twice")
	}
}

// A save of the login state keeps a domain and what lies below it.
func TestLoginKeeps(t *testing.T) {
	t.Parallel()
	rules := load(t, `login.domains = ["example.com", "bücher.example", "10.0.0.1"]`).Login
	for host, want := range map[string]bool{
		"example.com": true, ".example.com": true, "a.EXAMPLE.com.": true, "notexample.com": false,
		"example.com.evil.test": false, "xn--bcher-kva.example": true, "10.0.0.1": true, "1.10.0.0.1": false, "": false,
	} {
		if got := rules.Keeps(host); got != want {
			t.Errorf("%q kept: %v", host, got)
		}
	}
}
