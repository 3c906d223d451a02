package launchtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Process is a process inside the walls of a launch, as the host sees it.
type Process struct {
	PID  int
	Args []string
}

// Processes are those that a launch of this configuration started: each has a
// path below it in its command line.
func (c *Conf) Processes() []Process {
	c.t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		c.t.Skipf("there is no /proc to look for processes in: %v", err)
	}
	var found []Process
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		line, err := os.ReadFile(filepath.Join("/proc", entry.Name(), "cmdline"))
		if err != nil || !strings.Contains(string(line), c.Dir) {
			continue
		}
		found = append(found, Process{pid, strings.Split(strings.TrimSuffix(string(line), "\x00"), "\x00")})
	}
	return found
}

// Nodes are the processes that run the pinned MCP server.
func (c *Conf) Nodes() []Process {
	return c.running(c.Connector("bin", "node"))
}

// Browsers are the processes of the pinned browser.
func (c *Conf) Browsers() []Process {
	return c.running(c.Connector("bin", "chromium-headless"))
}

func (c *Conf) running(below string) []Process {
	var found []Process
	for _, p := range c.Processes() {
		if strings.HasPrefix(p.Args[0], below) {
			found = append(found, p)
		}
	}
	return found
}

// Node is the one process that runs the pinned MCP server.
func (c *Conf) Node() Process {
	c.t.Helper()
	nodes := c.Nodes()
	if len(nodes) != 1 {
		c.t.Fatalf("there are %d processes of the pinned Node.js, want one", len(nodes))
	}
	return nodes[0]
}

// Environ is the environment that the process was started with.
func (p Process) Environ() ([]string, error) {
	text, err := os.ReadFile(p.path("environ"))
	return strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00"), err
}

// Link reads a link of the process: cwd, exe, ns/user.
func (p Process) Link(name string) (string, error) { return os.Readlink(p.path(name)) }

func (p Process) path(name string) string { return fmt.Sprintf("/proc/%d/%s", p.PID, name) }

// Signal sends it a signal from the host.
func (p Process) Signal(sig os.Signal) error {
	process, err := os.FindProcess(p.PID)
	if err != nil {
		return err
	}
	return process.Signal(sig)
}
