package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"connector-browser/launcher/launchtest"
)

//go:embed testdata/schemas.mjs
var schemasScript string

// schemas are the protocol's own, one for each revision that the official
// conformance suite knows. That of 2024-11-05 is not among them: what goes to a
// client of it is held to the next one's, which asks of everything that a server
// sends at least as much, and knows one kind of content more (audio).
type schemas struct {
	t     *testing.T
	texts map[string]json.RawMessage
	ready map[string]*jsonschema.Resolved
}

func readSchemas(t *testing.T, conf *launchtest.Conf) *schemas {
	t.Helper()
	bundle := installClient(t, "conformance", "@modelcontextprotocol/conformance@0.2.0-alpha.12", "node_modules/@modelcontextprotocol/conformance/dist/index.js")
	cmd := exec.CommandContext(t.Context(), conf.Connector("bin", "node", "bin", "node"), "--input-type=module", "-")
	cmd.Stdin = strings.NewReader(schemasScript)
	cmd.Env = append(cmd.Environ(), "BUNDLE="+bundle)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("the suite's schemas cannot be read: %v", err)
	}
	s := &schemas{t: t, ready: map[string]*jsonschema.Resolved{}}
	if err := json.Unmarshal(out, &s.texts); err != nil || len(s.texts) != 4 {
		t.Fatalf("the suite's schemas: %d, %v", len(s.texts), err)
	}
	s.texts["2024-11-05"] = s.texts["2025-03-26"]
	return s
}

// check holds a value to one definition of a revision.
func (s *schemas) check(revision, definition string, value []byte) {
	s.t.Helper()
	schema := s.of(revision, definition)
	var decoded any
	if err := json.Unmarshal(value, &decoded); err != nil {
		s.t.Fatalf("%s: %v: %.300s", definition, err, value)
	}
	if err := schema.Validate(decoded); err != nil {
		s.t.Errorf("no %s of %s: %v: %.300s", definition, revision, err, value)
	}
	if revision == "2024-11-05" && bytes.Contains(value, []byte(`"type":"audio"`)) {
		s.t.Errorf("%s has content that 2024-11-05 does not know: %.300s", definition, value)
	}
}

// of is a definition as a schema of its own, with all others below it.
func (s *schemas) of(revision, definition string) *jsonschema.Resolved {
	s.t.Helper()
	key := revision + " " + definition
	if s.ready[key] != nil {
		return s.ready[key]
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(s.texts[revision], &schema); err != nil {
		s.t.Fatal(err)
	}
	defs, place := schema.Defs, "#/$defs/"
	if len(defs) == 0 {
		defs, place = schema.Definitions, "#/definitions/"
	}
	if defs[definition] == nil {
		s.t.Fatalf("the schema of %s does not define %s", revision, definition)
	}
	schema.Ref = place + definition
	resolved, err := schema.Resolve(nil)
	if err != nil {
		s.t.Fatalf("the schema of %s: %v", revision, err)
	}
	s.ready[key] = resolved
	return resolved
}
