package secrets

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// realKeyring says that this test binary runs beside a keyring of its own.
const realKeyring = "TEST_REAL_KEYRING"

// CB-146: the same with GNOME's keyring, on a session bus of the test's own, once
// unlocked and once without anybody who could unlock it.
func TestRealKeyring(t *testing.T) {
	switch os.Getenv(realKeyring) {
	case "unlocked":
		t.Setenv(KeyEnv, "keyring")
		keepsInKeyring(t)
		return
	case "locked":
		t.Setenv(KeyEnv, "keyring")
		dir := newDir(t)
		err := dir.Store(t.Context(), markedLogin)
		if err == nil || !strings.Contains(err.Error(), "the system's keyring is locked or does not answer") {
			t.Errorf("it says %v", err)
		}
		wantFiles(t, dir.Path())
		return
	}
	for _, program := range []string{"dbus-run-session", "gnome-keyring-daemon"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("there is no keyring here (apt-get install gnome-keyring dbus): %v", err)
		}
	}
	for state, begin := range map[string]string{
		"unlocked": `printf password | gnome-keyring-daemon --unlock --components=secrets`,
		"locked":   `gnome-keyring-daemon --start --components=secrets`,
	} {
		t.Run(state, func(t *testing.T) {
			home := t.TempDir()
			script := begin + ` >/dev/null 2>&1; exec "$0" -test.run='^TestRealKeyring$' -test.v`
			cmd := exec.CommandContext(t.Context(), "dbus-run-session", "--", "sh", "-c", script, os.Args[0])
			cmd.Env = append(os.Environ(), realKeyring+"="+state, "HOME="+home, "XDG_RUNTIME_DIR="+home, "XDG_DATA_HOME="+home, "DISPLAY=")
			out, err := cmd.CombinedOutput()
			if err != nil || !strings.Contains(string(out), "--- PASS: TestRealKeyring") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
