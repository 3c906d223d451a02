package sandbox

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"connector-browser/pins/pinstest"
)

// upstream is the real Playwright MCP in a launch, spoken to line by line.
type upstream struct {
	*Child
	t     *testing.T
	lines *bufio.Reader
	id    int
}

// startUpstream starts the pinned build the way a launch does.
func startUpstream(t *testing.T) *upstream {
	t.Helper()
	build := pinstest.Build(t)
	dir := t.TempDir()
	out, home := filepath.Join(dir, "out"), filepath.Join(dir, "home")
	for _, folder := range []string{out, home} {
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	c := launch(t, Walls{
		Dir:      dir,
		ReadOnly: build.ReadOnly,
		Program:  build.Node,
		Args: []string{build.Script, "--headless", "--isolated", "--browser", "chromium", "--sandbox",
			"--block-service-workers", "--no-webmcp", "--executable-path", build.Browser, "--output-dir", out,
			"--proxy-server", fmt.Sprintf("http://127.0.0.1:%d", ProxyPort), "--file-paths", "absolute"},
		Env: append([]string{"HOME=" + home, "PATH=/usr/bin:/bin"}, build.Env...),
		Cwd: out,
	})
	go io.Copy(os.Stderr, c.Stderr)
	u := &upstream{Child: c, t: t, lines: bufio.NewReader(c.Stdout)}
	u.call("initialize", map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "test", "version": "1"}})
	fmt.Fprintln(c.Stdin, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return u
}

// call makes one request and gives its answer as text.
func (u *upstream) call(method string, params any) string {
	u.t.Helper()
	u.id++
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": u.id, "method": method, "params": params})
	if err != nil {
		u.t.Fatal(err)
	}
	if _, err := u.Stdin.Write(append(text, '\n')); err != nil {
		u.t.Fatal(err)
	}
	u.Stdout.SetReadDeadline(time.Now().Add(time.Minute))
	for {
		line, err := u.lines.ReadBytes('\n')
		if err != nil {
			u.t.Fatalf("%s: the upstream is gone: %v", method, err)
		}
		var answer struct {
			ID     int             `json:"id"`
			Result json.RawMessage `json:"result"`
			Error  json.RawMessage `json:"error"`
		}
		if json.Unmarshal(line, &answer) == nil && answer.ID == u.id {
			if answer.Error != nil {
				u.t.Fatalf("%s: %s", method, answer.Error)
			}
			return string(answer.Result)
		}
	}
}

func (u *upstream) tool(name string, arguments map[string]any, want string) string {
	u.t.Helper()
	answer := u.call("tools/call", map[string]any{"name": name, "arguments": arguments})
	if !strings.Contains(answer, want) {
		u.t.Fatalf("%s: %.2000s, want %q in it", name, answer, want)
	}
	return answer
}

// TestRealUpstream: the pinned Node.js, Playwright MCP and Chromium run inside
// unchanged, with Chromium's own sandbox on (CB-093), reach the one page that
// the proxy serves, ask for nothing before (CB-170) and nothing but Google's
// hosts beside (CB-171), and end when their standard input does (CB-075).
func TestRealUpstream(t *testing.T) {
	u := startUpstream(t)
	var asked hosts
	go http.Serve(u.Proxy, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.add(r.Host)
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<title>Inside</title><h1>Hello from %s</h1><input aria-label="Name">
			<button onclick="document.title = document.querySelector('input').value">Press</button>`, r.Host)
	}))
	u.call("tools/list", map[string]any{})
	if got := asked.list(); len(got) > 0 {
		t.Errorf("CB-170: connected to %v before a page was asked for", got)
	}
	u.tool("browser_navigate", map[string]any{"url": "http://example.test/"}, "Page Title: Inside")
	u.tool("browser_snapshot", map[string]any{}, "Hello from example.test")
	u.tool("browser_type", map[string]any{"element": "Name", "target": "role=textbox", "text": "typed"}, "fill")
	u.tool("browser_click", map[string]any{"element": "Press", "target": "role=button"}, "Page Title: typed")
	u.tool("browser_take_screenshot", map[string]any{"type": "png", "scale": "css"}, "image/png")
	u.tool("browser_navigate", map[string]any{"url": "data:text/html,<title>Plain</title>"}, "Page Title: Plain")

	t.Run("CB-093 Chromium's own sandbox", func(t *testing.T) { chromiumIsSandboxed(t, u.Pid()) })

	u.Stdin.Close()
	if exit, err := u.Wait(); err != nil || exit != (Exit{}) {
		t.Errorf("ended with %+v, %v", exit, err)
	}
	for _, host := range asked.list() {
		if name := strings.Split(host, ":")[0]; name != "example.test" && !strings.HasSuffix(name, ".google.com") && !strings.HasSuffix(name, ".googleapis.com") {
			t.Errorf("CB-171: connected to %s", host)
		}
	}
}

// hosts collects names while requests are served.
type hosts struct {
	lock  sync.Mutex
	names []string
}

func (h *hosts) add(name string) {
	h.lock.Lock()
	defer h.lock.Unlock()
	h.names = append(h.names, name)
}

func (h *hosts) list() []string {
	h.lock.Lock()
	defer h.lock.Unlock()
	return slices.Clone(h.names)
}

// chromiumIsSandboxed looks from outside: the browser was not told to leave its
// sandbox off, and its renderers stand in further PID namespaces, under a
// further seccomp filter.
func chromiumIsSandboxed(t *testing.T, first int) {
	renderers := 0
	for _, pid := range descendants(itoa(first)) {
		text, _ := os.ReadFile("/proc/" + pid + "/cmdline")
		command := strings.Split(strings.TrimRight(string(text), "\x00"), "\x00")
		if len(command) == 1 {
			command = strings.Fields(command[0]) // Chromium rewrites its children's
		}
		if slices.Contains(command, "--no-sandbox") || slices.Contains(command, "--disable-seccomp-filter-sandbox") {
			t.Errorf("started as %q", command)
		}
		if !slices.Contains(command, "--type=renderer") {
			continue
		}
		renderers++
		status := statusOf(pid)
		if depth := len(strings.Fields(status["NSpid"])); depth < 4 || status["Seccomp"] != "2" || status["Seccomp_filters"] < "2" {
			t.Errorf("renderer %s: %d PID namespaces deep, seccomp %s with %s filters", pid, depth, status["Seccomp"], status["Seccomp_filters"])
		}
	}
	if renderers == 0 {
		t.Error("no renderer was found")
	}
}

// descendants lists all processes below one.
func descendants(root string) (pids []string) {
	parents := map[string]string{}
	entries, _ := os.ReadDir("/proc")
	for _, entry := range entries {
		if isNumber(entry.Name()) {
			parents[entry.Name()] = statusOf(entry.Name())["PPid"]
		}
	}
	for pid := range parents {
		for up := pid; up != ""; up = parents[up] {
			if parents[up] == root {
				pids = append(pids, pid)
				break
			}
		}
	}
	return pids
}
