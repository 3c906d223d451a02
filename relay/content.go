package relay

import (
	"bytes"
	"encoding/json"

	"connector-browser/strictjson"
)

// editTexts passes every text block of a tool's answer through edit. The answer
// is written anew only where a text changed; other members stay as they came.
func editTexts(m *Message, edit func(text string) string) {
	editContent(m, func(blocks []json.RawMessage) []json.RawMessage {
		changed := false
		for i, block := range blocks {
			members, err := strictjson.Outline(block)
			if err != nil {
				continue
			}
			for j, member := range members {
				if member.Name != "text" {
					continue
				}
				text, err := strictjson.Unquote(member.Value)
				if err != nil {
					continue
				}
				if edited := edit(text); edited != text {
					members[j].Value = quote(edited)
					blocks[i], changed = join(members), true
				}
			}
		}
		if !changed {
			return nil
		}
		return blocks
	})
}

// addText puts one more text block at the end of a tool's answer.
func addText(m *Message, text string) {
	editContent(m, func(blocks []json.RawMessage) []json.RawMessage {
		return append(blocks, encode(textBlock{"text", text}))
	})
}

// editContent replaces the content blocks of a tool's answer by what edit
// gives, unless that is nil.
func editContent(m *Message, edit func([]json.RawMessage) []json.RawMessage) {
	result, err := strictjson.Outline(m.Result)
	if err != nil {
		return
	}
	for i, member := range result {
		if member.Name != "content" {
			continue
		}
		var blocks []json.RawMessage
		if json.Unmarshal(member.Value, &blocks) != nil {
			return
		}
		if blocks = edit(blocks); blocks == nil {
			return
		}
		result[i].Value = append(append([]byte{'['}, bytes.Join(raw(blocks), []byte{','})...), ']')
		m.Result = join(result)
		m.Changed()
		return
	}
}

func raw(blocks []json.RawMessage) [][]byte {
	out := make([][]byte, len(blocks))
	for i, b := range blocks {
		out[i] = b
	}
	return out
}

// isError reports whether a tool's answer says that it failed. The upstream
// writes that member last, so nearly every answer is told by its end.
func isError(m *Message) bool {
	if !bytes.Contains(m.Result[max(0, len(m.Result)-256):], []byte(`"isError"`)) {
		return false
	}
	members, err := strictjson.Outline(m.Result)
	if err != nil {
		return false
	}
	for _, member := range members {
		if member.Name == "isError" {
			return string(member.Value) == "true"
		}
	}
	return false
}
