package main

import (
	"bufio"
	"encoding/json"
	"io"
	"maps"
	"slices"
)

// codexTools asks Codex's app-server, the part that its editor extension
// speaks to, for the tools of its servers.
func (h *home) codexTools(codex string) []string {
	h.t.Helper()
	cmd := h.command(codex, "app-server")
	in, err := cmd.StdinPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	defer cmd.Wait()
	defer in.Close()
	for _, line := range []string{
		`{"id":1,"method":"initialize","params":{"clientInfo":{"name":"test","title":"test","version":"1"}}}`,
		`{"method":"initialized"}`,
		`{"id":2,"method":"mcpServerStatus/list","params":{}}`,
	} {
		if _, err := io.WriteString(in, line+"\n"); err != nil {
			h.t.Fatal(err)
		}
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var answer struct {
			ID     int
			Result struct {
				Data []struct {
					Name  string
					Tools map[string]json.RawMessage
				}
			}
		}
		if json.Unmarshal(lines.Bytes(), &answer) != nil || answer.ID != 2 {
			continue
		}
		for _, server := range answer.Result.Data {
			if server.Name == "browser" {
				return slices.Collect(maps.Keys(server.Tools))
			}
		}
	}
	h.t.Fatalf("codex app-server lists no server called browser (%v)", lines.Err())
	return nil
}
