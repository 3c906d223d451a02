package launchtest

import (
	"bufio"
	"crypto/rand"
	"encoding/binary"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	connectorbrowser "connector-browser"
	"connector-browser/pins"
)

// WithWindow is where Debian keeps the executable of a Chromium with a window.
const WithWindow = "/usr/lib/chromium/chromium"

// Adopt makes the machine's own Chromium, which has a window, the browser of the
// configuration. It skips the test where there is none.
func (c *Conf) Adopt() *Conf {
	c.t.Helper()
	if _, err := os.Stat(WithWindow); err != nil {
		c.t.Skipf("there is no browser with a window here (apt-get install chromium): %v", err)
	}
	lock, err := pins.ParseLock(connectorbrowser.Lock)
	if err == nil {
		_, err = pins.Install(c.t.Context(), pins.Options{Lock: lock, Platform: pins.HostPlatform(), Dir: c.Connector("bin"), Browser: WithWindow})
	}
	if err != nil {
		c.t.Fatal(err)
	}
	return c
}

// Display starts an X server of the test's own that nobody may use without its
// cookie, and names both in the environment. It skips the test where there is
// none.
func Display(t *testing.T) {
	t.Helper()
	program, err := exec.LookPath("Xvfb")
	if err != nil {
		t.Skipf("there is no X server without a screen here (apt-get install xvfb): %v", err)
	}
	cookies := filepath.Join(t.TempDir(), "Xauthority")
	if err := os.WriteFile(cookies, xauthority(t, ""), 0o600); err != nil {
		t.Fatal(err)
	}
	told, number, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer told.Close()
	server := exec.Command(program, "-displayfd", "3", "-auth", cookies, "-nolisten", "tcp", "-noreset", "-screen", "0", "1280x800x24")
	server.ExtraFiles = []*os.File{number}
	err = server.Start()
	number.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Signal(os.Interrupt)
		server.Wait()
	})
	line, err := bufio.NewReader(told).ReadString('\n')
	if err != nil && err != io.EOF || line == "" {
		t.Fatalf("the X server says no number: %v", err)
	}
	t.Setenv("DISPLAY", ":"+strings.TrimSpace(line))
	t.Setenv("XAUTHORITY", cookies)
}

// xauthority is a file with a cookie for a display of this machine.
func xauthority(t *testing.T, number string) []byte {
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	cookie := make([]byte, 16)
	rand.Read(cookie)
	entry := binary.BigEndian.AppendUint16(nil, 256) // FamilyLocal
	for _, field := range []string{host, number, "MIT-MAGIC-COOKIE-1", string(cookie)} {
		entry = binary.BigEndian.AppendUint16(entry, uint16(len(field)))
		entry = append(entry, field...)
	}
	return entry
}

// Adopted is the one process of the machine's own browser that a launch of this
// configuration started and that the others come from. Its command line does not
// name the launch, but its home lies there.
func (c *Conf) Adopted() Process {
	c.t.Helper()
	found, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		c.t.Fatal(err)
	}
	for _, folder := range found {
		line, _ := os.ReadFile(filepath.Join(folder, "cmdline"))
		home, _ := os.ReadFile(filepath.Join(folder, "environ"))
		args := strings.Split(string(line), "\x00")
		if args[0] != WithWindow || strings.Contains(string(line), "--type=") || !strings.Contains(string(home), c.Dir) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(folder)); err == nil {
			return Process{pid, args}
		}
	}
	c.t.Fatal("there is no browser with a window")
	return Process{}
}
