package policy

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// CB-160: without a file every tool is granted, every public host is open, and
// nothing else is.
func TestDefault(t *testing.T) {
	t.Parallel()
	p, err := Load(t.TempDir(), upstream(t))
	if err != nil {
		t.Fatal(err)
	}
	if got := len(p.Tools.Granted()); got != 42 {
		t.Errorf("%d tools granted, want 42", got)
	}
	if p.File != "" || p.Surface != SurfaceUpstream || p.Limits.Call != 120*time.Second || !p.Network.DataURLs {
		t.Errorf("default is %+v", p)
	}
	if d := p.Network.Host("example.com", 443); !d.Allowed || d.Line != "" {
		t.Errorf("example.com: %+v", d)
	}
	if d := p.Network.Host("example.com", 22); d.Allowed {
		t.Error("port 22 is open")
	}
	if len(p.Files.Read) != 0 || p.Files.Keep != "" || !p.Login.Keeps("anywhere.example") {
		t.Errorf("files %+v, login %+v", p.Files, p.Login)
	}
}

// A whole policy, and the line of every key, however TOML lets it be written.
func TestLoad(t *testing.T) {
	t.Parallel()
	up, keep := t.TempDir(), t.TempDir()
	p := load(t, strings.NewReplacer("UP", up, "KEEP", keep).Replace(`surface = "agent"
files.read = ["UP"]
limits = { call_seconds = 7 }

[tools]  # allow = ["commented"]
allow = [
  "*",   # "deny" = 3
]
"deny" = ['''browser_evaluate''', "browser_run_code_unsafe"]
confirm = ["browser_file_upload"]

[network]
  allow = ["example.com", "x.test"]
  data_urls = false
  deny = []

[login]
domains = ["example.com"]
`))
	for name, want := range map[string]string{
		"surface": "policy.toml:1", "files.read": "policy.toml:2", "limits.call_seconds": "policy.toml:3",
		"tools.allow": "policy.toml:6", "tools.deny": "policy.toml:9", "tools.confirm": "policy.toml:10",
		"network.allow": "policy.toml:13", "network.data_urls": "policy.toml:14", "network.deny": "policy.toml:15",
		"login.domains": "policy.toml:18", "files.keep": "default",
	} {
		for _, s := range p.Settings() {
			if s.Name == name && s.Source != want {
				t.Errorf("%s comes from %s, want %s", name, s.Source, want)
			}
		}
	}
	if d := p.Tools.Decide("browser_evaluate"); d.Allowed || d.String() != "browser_evaluate is in tools.deny (policy.toml:9)" {
		t.Errorf("browser_evaluate: %+v", d)
	}
	if yes, line := p.Tools.Confirm("browser_file_upload"); !yes || line != "policy.toml:10" {
		t.Errorf("confirm: %v %s", yes, line)
	}
	if yes, _ := p.Tools.Confirm("browser_click"); yes {
		t.Error("browser_click asks")
	}
	if p.Limits.Call != 7*time.Second || p.Surface != SurfaceAgent || p.Network.DataURLs {
		t.Errorf("%+v", p)
	}
	if p.Files.Read[0] != mustReal(t, up) {
		t.Errorf("files.read is %v", p.Files.Read)
	}
}

func mustReal(t *testing.T, path string) string {
	t.Helper()
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		t.Fatal(err)
	}
	return real
}
