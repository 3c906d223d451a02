package policy

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What a policy must not say, and the sentence that says so: file, line, and
// the nearest right word.
func TestLoadRefuses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"surfac = \"agent\"":                             `policy.toml:1: unknown key "surfac"; did you mean "surface"`,
		"\n[tool]\nallow = []":                           `policy.toml:2: unknown key "tool"; did you mean "tools"`,
		"[tools]\nallow = []\n\ndenny = []":              `policy.toml:4: unknown key "denny" in [tools]; did you mean "deny"`,
		"tools.confrim = []":                             `policy.toml:1: unknown key "confrim" in [tools]; did you mean "confirm"`,
		"network = { alow = [] }":                        `policy.toml:1: unknown key "alow" in [network]; did you mean "allow"`,
		"[tools]\nAllow = []":                            `policy.toml:2: unknown key "Allow" in [tools]; did you mean "allow"`,
		"[limits.more]\nx = 1":                           `policy.toml:1: unknown key "more" in [limits]; it may be call_seconds`,
		"surface = \"agents\"":                           `policy.toml:1: surface is "agents"; did you mean "agent"`,
		"surface = 3":                                    `policy.toml:1: surface must be "upstream" or "agent", not a whole number`,
		"[tools]\nallow = \"*\"":                         `policy.toml:2: tools.allow must be a list of strings, not a string`,
		"[tools]\nallow = [1]":                           `policy.toml:2: tools.allow must be a list of strings, not a whole number`,
		"[[tools]]\nallow = []":                          `policy.toml:1: tools must be a table, not a list`,
		"tools = 2020-01-01":                             `policy.toml:1: tools must be a table, not a date`,
		"[tools]\nallow = [\"browser_clik\"]":            `policy.toml:2: tools.allow names "browser_clik", which no tool is called; did you mean "browser_click"`,
		"[tools]\ndeny = [\n\n\"navigate\"]":             `policy.toml:2: tools.deny names "navigate", which no tool is called; did you mean "browser_navigate"`,
		"[tools]\nallow = [\"Browser_click\"]":           `policy.toml:2: tools.allow names "Browser_click", which no tool is called; did you mean "browser_click"`,
		"[tools]\nallow = [\"*\", \"*\"]":                `policy.toml:2: tools.allow names "*" twice`,
		"[tools]\nallow = []\nallow = []":                `policy.toml:3: not TOML: Key 'tools.allow' has already been defined`,
		"[network]\nallow = [\"b.test\", \"B.test.\"]":   `policy.toml:2: network.allow names "B.test." twice`,
		"[network]\ndata_urls = \"yes\"":                 `policy.toml:2: network.data_urls must be true or false, not a string`,
		"[files]\nread = [\"up\"]":                       `policy.toml:2: files.read: "up" is not an absolute path`,
		"[files]\nread = [\"/\"]":                        `policy.toml:2: files.read: "/" is the whole machine; name a folder`,
		"[files]\nread = [\"/no/such/folder\"]":          `policy.toml:2: files.read: "/no/such/folder" does not exist; make it first`,
		"[files]\nread = [\"/etc/passwd\"]":              `policy.toml:2: files.read: "/etc/passwd" is not a folder`,
		"[files]\nkeep = \"~/x\"":                        `policy.toml:2: files.keep: "~/x" is not an absolute path`,
		"[files]\nkeep = true":                           `policy.toml:2: files.keep must be a string, not true or false`,
		"[login]\ndomains = [\"*.example.com\"]":         `policy.toml:2: login.domains: write "example.com", which stands for what lies below it too`,
		"[login]\ndomains = [\"*\"]":                     `policy.toml:2: login.domains: "*" is not a domain; an empty list keeps all`,
		"[login]\ndomains = [\"example.com:443\"]":       `policy.toml:2: login.domains: "example.com:443" has a port, which a login state does not know`,
		"[limits]\ncall_seconds = 0":                     `policy.toml:2: limits.call_seconds is 0; it may be 1 to 3600`,
		"[limits]\ncall_seconds = 3601":                  `policy.toml:2: limits.call_seconds is 3601; it may be 1 to 3600`,
		"[limits]\ncall_seconds = 1.5":                   `policy.toml:2: limits.call_seconds must be a whole number, not a number with a fraction`,
		"\xef\xbb\xbfsurface = \"agent\"\n\n[tools":      `policy.toml:3: not TOML`,
		"surface = \"agent\"\n# caf\xe9":                 `policy.toml:2: not UTF-8`,
		"\n\nsurface = ":                                 `policy.toml:3: not TOML`,
		"# " + strings.Repeat("long ", 64<<10/5) + "\n#": `policy.toml is larger than 65536 bytes`,
	} {
		if got := refused(t, FileName, text); !strings.HasPrefix(got, want) {
			t.Errorf("%.60q:\n got %s\nwant %s", text, got, want)
		}
	}
}

// CB-161, DESIGN 4.4: a file that somebody else may have written is no policy.
func TestLoadRefusesFiles(t *testing.T) {
	t.Parallel()
	t.Run("writable by others", func(t *testing.T) {
		for _, mode := range []os.FileMode{0o620, 0o602, 0o666} {
			dir := write(t, FileName, "")
			os.Chmod(filepath.Join(dir, FileName), mode)
			wantLoadError(t, dir, "policy.toml may be written by others")
		}
	})
	t.Run("readable by others is fine", func(t *testing.T) {
		dir := write(t, FileName, "")
		os.Chmod(filepath.Join(dir, FileName), 0o644)
		if _, err := Load(dir, upstream(t)); err != nil {
			t.Error(err)
		}
	})
	t.Run("symbolic link", func(t *testing.T) {
		dir := t.TempDir()
		os.Symlink(filepath.Join(write(t, FileName, ""), FileName), filepath.Join(dir, FileName))
		wantLoadError(t, dir, "policy.toml is a symbolic link; put the file itself in its place")
	})
	t.Run("link to nothing", func(t *testing.T) {
		dir := t.TempDir()
		os.Symlink("/no/such/file", filepath.Join(dir, ToolsFileName))
		wantLoadError(t, dir, "tools.json is a symbolic link; put the file itself in its place")
	})
	t.Run("folder", func(t *testing.T) {
		dir := t.TempDir()
		os.Mkdir(filepath.Join(dir, FileName), 0o700)
		wantLoadError(t, dir, "policy.toml is not a regular file")
	})
	t.Run("pipe does not hold the launch", func(t *testing.T) {
		dir := t.TempDir()
		syscall.Mkfifo(filepath.Join(dir, FileName), 0o600)
		wantLoadError(t, dir, "policy.toml is not a regular file")
	})
	t.Run("both files", func(t *testing.T) {
		dir := write(t, FileName, "")
		os.WriteFile(filepath.Join(dir, ToolsFileName), []byte(`{"allow":[]}`), 0o600)
		wantLoadError(t, dir, "both policy.toml and tools.json are in "+dir)
	})
	t.Run("unreadable", func(t *testing.T) {
		if os.Geteuid() == 0 {
			t.Skip("root reads everything")
		}
		dir := write(t, FileName, "")
		os.Chmod(filepath.Join(dir, FileName), 0)
		wantLoadError(t, dir, "cannot read policy.toml: permission denied")
	})
	t.Run("another owner", func(t *testing.T) {
		if os.Geteuid() != 0 {
			t.Skip("only root can give a file away")
		}
		dir := write(t, FileName, "")
		os.Chown(filepath.Join(dir, FileName), 12345, 12345)
		wantLoadError(t, dir, "policy.toml belongs to another user; make it yours with chown")
	})
}

func wantLoadError(t *testing.T, dir, want string) {
	t.Helper()
	_, err := Load(dir, upstream(t))
	if err == nil || !strings.HasPrefix(strings.ReplaceAll(err.Error(), dir+"/", ""), want) || !strings.Contains(err.Error(), dir) {
		t.Errorf("got %v, want %s", err, want)
	}
}
