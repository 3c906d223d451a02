package main

import (
	"context"
	_ "embed"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"connector-browser/launcher/launchtest"
)

// form is a page on which a client can do what clients do.
const form = `data:text/html,<title>form</title><label>Name <input id=name></label>` +
	`<button onclick="greeting.textContent = 'hello ' + document.getElementById('name').value">Greet</button><p id=greeting></p>`

//go:embed testdata/client.mjs
var nodeScript string

// Clients that others wrote drive the program through an afternoon's work: list,
// navigate, type, click, snapshot, screenshot, and the status.
func TestGoClient(t *testing.T) {
	t.Parallel()
	conf := launchtest.New(t).Auth("", false)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	client := mcp.NewClient(&mcp.Implementation{Name: "go-client", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: command(conf.Dir, "run")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	call := func(tool string, arguments map[string]any) *mcp.CallToolResult {
		t.Helper()
		result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
		if err != nil || result.IsError {
			t.Fatalf("%s: %v, %v", tool, result, err)
		}
		return result
	}

	if list, err := session.ListTools(ctx, nil); err != nil || len(list.Tools) != 25 {
		t.Errorf("tools/list: %v, %v", list, err)
	}
	call("browser_navigate", map[string]any{"url": form})
	call("browser_type", map[string]any{"target": "getByLabel('Name')", "text": "Ada"})
	call("browser_click", map[string]any{"target": "getByRole('button', { name: 'Greet' })"})
	snapshot := call("browser_snapshot", map[string]any{})
	if text, ok := snapshot.Content[0].(*mcp.TextContent); !ok || !strings.Contains(text.Text, "hello Ada") {
		t.Errorf("browser_snapshot: %v", snapshot.Content)
	}
	screenshot := call("browser_take_screenshot", map[string]any{})
	if image, ok := screenshot.Content[len(screenshot.Content)-1].(*mcp.ImageContent); !ok || image.MIMEType != "image/png" || !strings.HasPrefix(string(image.Data), "\x89PNG") {
		t.Errorf("browser_take_screenshot: %v", screenshot.Content)
	}
	status, err := session.ReadResource(ctx, &mcp.ReadResourceParams{URI: "connector://browser/status"})
	if err != nil || !strings.HasPrefix(status.Contents[0].Text, `{"state":"authorized","tools":["browser_`) {
		t.Errorf("the status resource: %v, %v", status, err)
	}
	verb, err := command(conf.Dir, "status").Output()
	if err != nil || string(verb) != status.Contents[0].Text+"\n" { // CB-054
		t.Errorf("the verb prints %s, %v", verb, err)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	conf.LeavesNothing()
}

// The same from Node.js, by the reference client of the protocol.
func TestNodeClient(t *testing.T) {
	t.Parallel()
	sdk := installClient(t, "sdk", "@modelcontextprotocol/sdk@1.32.2", "node_modules/@modelcontextprotocol/sdk/package.json")
	conf := launchtest.New(t).Auth("", false)
	program, err := exec.LookPath("connector-browser")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), conf.Connector("bin", "node", "bin", "node"), "--input-type=module", "-")
	cmd.Stdin = strings.NewReader(nodeScript)
	cmd.Dir = filepath.Dir(sdk) // where the modules are found
	cmd.Env = append(cmd.Environ(), "PROGRAM="+program, "CONFIG_LOCAL_DIR="+conf.Dir, "FORM="+form)
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != "done\n" {
		t.Errorf("the client said %s, %v", out, err)
	}
	conf.LeavesNothing()
}
