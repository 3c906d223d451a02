package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// TestRealClients lets clients that people use start the browser from what
// mount --write has put into their files, in homes of their own, and asks each
// what it got (CD-005, CD-008, CD-010, SN-003: with a PATH of /usr/bin and
// /bin). docs/clients.md says what the others did.
func TestRealClients(t *testing.T) {
	if testing.Short() {
		t.Skip("starts real clients")
	}
	t.Parallel()
	m := newMachine(t)

	// The inspector reads the files of all that share Claude Desktop's notation.
	t.Run("inspector", func(t *testing.T) {
		t.Parallel()
		h := m.home(t)
		inspector := installClient(t, "inspector", "@modelcontextprotocol/inspector@2.12.0", "node_modules/@modelcontextprotocol/inspector/package.json")
		script := filepath.Join(filepath.Dir(filepath.Dir(filepath.Dir(inspector))), ".bin", "mcp-inspector")
		for client, file := range map[string]string{"cursor": ".cursor/mcp.json", "windsurf": ".codeium/windsurf/mcp_config.json"} {
			h.run(m.program, "mount", "--client", client, "--write")
			out := h.run(m.node, script, "--cli", "--config", filepath.Join(h.dir, file), "--server", "browser", "--method", "tools/list")
			var list struct{ Tools []struct{ Name string } }
			if err := json.Unmarshal([]byte(out), &list); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			var names []string
			for _, tool := range list.Tools {
				names = append(names, tool.Name)
			}
			m.wantTools(t, names)
		}
	})

	t.Run("claude-code", func(t *testing.T) {
		t.Parallel()
		h := m.home(t)
		claude := installClient(t, "claude-code", "@anthropic-ai/claude-code-"+platform()+"@2.1.332", "node_modules/@anthropic-ai/claude-code-"+platform()+"/claude")
		h.run(m.program, "mount", "--client", "claude-code", "--write")
		if out := h.run(claude, "mcp", "list"); !strings.Contains(out, "browser: "+m.program+" run - ✔ Connected") {
			t.Error(out)
		}
		// It has rewritten its file meanwhile: our entry alone goes.
		h.run(m.program, "unmount", "--client", "claude-code", "--write")
		if out := h.run(claude, "mcp", "list"); strings.Contains(out, m.program) {
			t.Error(out)
		}
		h.ownCommand(m, "claude-code", "claude", claude)
	})

	t.Run("codex", func(t *testing.T) {
		t.Parallel()
		h := m.home(t)
		codex := installClient(t, "codex", "@openai/codex@0.171.0-"+platform(), "node_modules/@openai/codex/vendor/*/bin/codex")
		h.run(m.program, "mount", "--client", "codex", "--write")
		m.wantTools(t, h.codexTools(codex))
		h.run(m.program, "unmount", "--client", "codex", "--write")
		h.ownCommand(m, "codex", "codex", codex)
	})

	t.Run("gemini-cli", func(t *testing.T) {
		t.Parallel()
		h := m.home(t)
		bundle := installClient(t, "gemini-cli", "@google/gemini-cli@0.61.0", "node_modules/@google/gemini-cli/package.json")
		gemini := filepath.Join(filepath.Dir(filepath.Dir(filepath.Dir(bundle))), ".bin", "gemini")
		h.run(m.program, "mount", "--client", "gemini-cli", "--write")
		if out := h.run(m.node, gemini, "mcp", "list"); !strings.Contains(out, "✓ browser: "+m.program+" run (stdio) - Connected") {
			t.Error(out)
		}
	})
}
