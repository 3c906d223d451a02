package main

import (
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"connector-browser/pins/pinstest"
)

// A machine has the program where a person would have it, with the pinned
// build installed and the clean profile stored.
type machine struct {
	program, conf, node string
	tools               []string
}

func newMachine(t *testing.T) *machine {
	t.Helper()
	root := t.TempDir()
	m := &machine{program: filepath.Join(root, "bin", "connector-browser"), conf: filepath.Join(root, "conf")}
	connector := filepath.Join(m.conf, "connectors", "browser")
	for _, dir := range []string{filepath.Dir(m.program), connector} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	m.node = pinstest.Build(t).Node
	pinstest.Copy(t, filepath.Join(connector, "bin"))
	copyProgram(t, m.program)
	h := m.home(t)
	h.input = "{}\n"
	h.run(m.program, "auth")
	var status struct{ Tools []string }
	if err := json.Unmarshal([]byte(h.run(m.program, "status")), &status); err != nil {
		t.Fatal(err)
	}
	if m.tools = slices.Sorted(slices.Values(status.Tools)); len(m.tools) == 0 {
		t.Fatal("no tools are offered")
	}
	return m
}

// copyProgram copies this test binary, which is the program too.
func copyProgram(t *testing.T, to string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	from, err := os.Open(self)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	file, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(file, from); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

func (m *machine) wantTools(t *testing.T, got []string) {
	t.Helper()
	slices.Sort(got)
	if diff := cmp.Diff(m.tools, got); diff != "" {
		t.Errorf("tools (-want +got)\n%s", diff)
	}
}

// A home is one person's, with nothing in it.
type home struct {
	t     *testing.T
	dir   string
	env   []string
	input string
}

func (m *machine) home(t *testing.T) *home {
	t.Helper()
	dir := t.TempDir()
	tmp := filepath.Join(dir, "tmp")
	if err := os.Mkdir(tmp, 0o700); err != nil {
		t.Fatal(err)
	}
	return &home{t: t, dir: dir, env: []string{
		"HOME=" + dir, "TMPDIR=" + tmp, "CONFIG_LOCAL_DIR=" + m.conf, "PATH=" + filepath.Dir(m.node) + ":/usr/bin:/bin",
		"GEMINI_CLI_TRUST_WORKSPACE=true", // in a folder that it does not trust it starts no server
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1", "MCP_INSPECTOR_SECRET_STORE=memory", "NO_COLOR=1",
	}}
}

func (h *home) command(name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(h.t.Context(), name, args...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = h.dir, h.env, 10*time.Second
	return cmd
}

// run runs a command to its end and gives its standard output, and what it
// said beside it where that is all there is.
func (h *home) run(name string, args ...string) string {
	h.t.Helper()
	cmd := h.command(name, args...)
	var stderr strings.Builder
	cmd.Stdin, cmd.Stderr = strings.NewReader(h.input), &stderr
	out, err := cmd.Output()
	if err != nil {
		h.t.Fatalf("%s %s: %v\n%s%s", filepath.Base(name), strings.Join(args, " "), err, out, stderr.String())
	}
	if len(out) == 0 {
		return stderr.String()
	}
	return string(out)
}

// ownCommand runs the client's own command, as mount prints it, in a new home:
// what it writes is what mount would.
func (h *home) ownCommand(m *machine, name, program, path string) {
	h.t.Helper()
	other := m.home(h.t)
	cmd := other.command(m.program, "mount", "--client", name)
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		h.t.Fatal(err)
	}
	_, line, ok := strings.Cut(said.String(), "own command: "+program+" ")
	if !ok {
		h.t.Fatalf("mount names no command of the client's own: %s", said.String())
	}
	other.run("sh", "-c", `client=$1; "$client" `+strings.TrimSpace(line), "sh", path)
	if out := other.run(m.program, "mount", "--client", name, "--write"); !strings.Contains(out, "is as it should be already") {
		h.t.Errorf("after the client's own command: %s", out)
	}
}
