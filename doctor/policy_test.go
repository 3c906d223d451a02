package doctor

import (
	"context"
	"os"
	"strings"
	"testing"

	connectorbrowser "connector-browser"
	"connector-browser/launcher"
	"connector-browser/pins"
	"connector-browser/secrets"
)

// A broken policy is refused in the very words in which a launch refuses it,
// with the line to edit (CB-161).
func TestPolicy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, says, mend string }{
		{"unknown key", "\n[network]\nalow = []\n", `^/.*/policy.toml:3: unknown key "alow"`, `^\$\{EDITOR:-vi\} \+3 /.*/policy.toml$`},
		{"unknown tool", "[tools]\ndeny = [\"browser_fly\"]\n", "^/.*/policy.toml:2: ", `\+2 /`},
		{"no TOML", "=\n", "^/.*/policy.toml", `^\$\{EDITOR:-vi\} `},
	} {
		t.Run("CB-161 "+c.name, func(t *testing.T) {
			t.Parallel()
			conf, dir := scratch(t)
			must(t, dir.Store(t.Context(), secrets.Login{State: []byte(secrets.CleanProfile)}))
			write(t, dir.Path()+"/policy.toml", c.text)
			r := look(t, newDoctor(t, conf), "configuration", "directory", "policy")
			r.want(t, Failed, c.says, c.mend)
			if said := refusal(t, conf); said != r.Sentence {
				t.Errorf("a launch says %q, the doctor %q", said, r.Sentence)
			}
		})
	}
}

// refusal is how a launch refuses a configuration.
func refusal(t *testing.T, conf string) string {
	t.Helper()
	l := launcher.Launch{
		Conf: conf, Lock: connectorbrowser.Lock, Record: connectorbrowser.Record, Platform: pins.HostPlatform(),
		In: strings.NewReader(""), Say: func(string) {},
	}
	_, err := l.Run(context.Background())
	if err == nil {
		t.Fatal("the launch goes through")
	}
	return err.Error()
}

func TestPolicyOpenToOthersOrTwice(t *testing.T) {
	t.Parallel()
	conf, dir := scratch(t)
	d := newDoctor(t, conf)
	names := []string{"configuration", "directory", "policy"}
	look(t, d, names...).want(t, OK, "the defaults hold", "")

	toml, list := dir.Path()+"/policy.toml", dir.Path()+"/tools.json"
	write(t, toml, "")
	must(t, os.Chmod(toml, 0o622))
	open := look(t, d, names...)
	open.want(t, Failed, "may be written by others", "^chmod go-w /.*/policy.toml$")
	open.obey(t)
	look(t, d, names...).want(t, OK, `policy.toml is understood; it grants \d+ tools`, "")

	write(t, list, `{"allow":["browser_tabs"]}`)
	both := look(t, d, names...)
	both.want(t, Failed, "both policy.toml and tools.json", "^mv .*/tools.json ")
	both.obey(t)
	look(t, d, names...).want(t, OK, "", "")
}
