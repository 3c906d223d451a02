package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// recorded is upstream.record.json, as far as changes in it are told.
type recorded struct {
	Revisions    []string        `json:"protocolVersions"`
	Capabilities json.RawMessage `json:"capabilities"`
	Storage      []string        `json:"storage"`
	Tools        []tool          `json:"tools"`
}

type tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Annotations json.RawMessage `json:"annotations"`
	Schema      struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
	} `json:"inputSchema"`
}

// changes tells what differs between two records, a line each.
func changes(before, after []byte) ([]string, error) {
	var a, b recorded
	for text, into := range map[*[]byte]*recorded{&before: &a, &after: &b} {
		if err := json.Unmarshal(*text, into); err != nil {
			return nil, fmt.Errorf("a record of the upstream cannot be read: %w", err)
		}
	}
	lines := []string{}
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if !slices.Equal(a.Revisions, b.Revisions) {
		say("~ protocol revisions: %v → %v", a.Revisions, b.Revisions)
	}
	if !same(a.Capabilities, b.Capabilities) {
		say("~ capabilities: %s → %s", flat(a.Capabilities), flat(b.Capabilities))
	}
	if !slices.Equal(a.Storage, b.Storage) {
		say("~ tools of the storage capability: %v → %v; relay/storage.go withholds all but one by name", a.Storage, b.Storage)
	}
	old, now := byName(a.Tools), byName(b.Tools)
	for _, name := range slices.Sorted(maps.Keys(old)) {
		if _, still := now[name]; !still {
			say("- %s", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(now)) {
		before, known := old[name]
		if !known {
			say("+ %s: %s", name, now[name].Description)
			continue
		}
		for _, line := range before.changes(now[name]) {
			say("~ %s: %s", name, line)
		}
	}
	if len(lines) == 0 && !same(before, after) {
		say("~ something else in %s, such as the upstream's version or the order; see git diff", recordName)
	}
	return lines, nil
}

// changes tells what differs between two declarations of a tool.
func (t tool) changes(now tool) (lines []string) {
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if t.Description != now.Description {
		say("description %q → %q", t.Description, now.Description)
	}
	if !same(t.Annotations, now.Annotations) {
		say("annotations %s → %s", flat(t.Annotations), flat(now.Annotations))
	}
	all := maps.Clone(t.Schema.Properties)
	if all == nil {
		all = map[string]json.RawMessage{}
	}
	maps.Copy(all, now.Schema.Properties)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		was, had := t.Schema.Properties[name]
		is, has := now.Schema.Properties[name]
		switch {
		case !had:
			say("+ argument %s %s", name, flat(is))
		case !has:
			say("- argument %s", name)
		case !same(was, is):
			say("~ argument %s %s → %s", name, flat(was), flat(is))
		}
	}
	if !slices.Equal(t.Schema.Required, now.Schema.Required) {
		say("required %v → %v", t.Schema.Required, now.Schema.Required)
	}
	return lines
}

func byName(tools []tool) map[string]tool {
	all := map[string]tool{}
	for _, t := range tools {
		all[t.Name] = t
	}
	return all
}

// same compares JSON by its text, less the layout.
func same(a, b json.RawMessage) bool { return bytes.Equal(flat(a), flat(b)) }

func flat(text json.RawMessage) []byte {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return text
	}
	return b.Bytes()
}
