package relay

import (
	"encoding/json"
	"fmt"
	"slices"

	"connector-browser/relay/surface"
)

// Spill takes what is too long for an answer, and says where it lies.
type Spill interface {
	// Put writes the text whole into a new file. Its error is one sentence.
	Put(text string) (path string, err error)
}

// bound keeps the answers of the agent surface short. It stands outside of
// withholding: a file holds what an answer may hold, and nothing else.
type bound struct {
	relay *Relay
	noRequest
}

// The bounds of an answer, in bytes.
const (
	maxBlock   = 2048     // of what a tool gave (CD-110)
	maxResult  = 32 << 10 // of the whole (CD-115)
	maxPreview = 1024     // of what stays of a block in the answer
)

// shows are the tools whose answer is a text to be read, and of the length that it
// was asked for.
var shows = map[string]bool{"browser_snapshot": true, "browser_read": true, "browser_batch": true}

func (s *bound) Answer(x *Exchange) {
	m := x.Answer
	if !s.relay.config.Agent || x.Method != "tools/call" || m == nil {
		return
	}
	if m.Result == nil && m.Line != nil { // something was withheld
		decoded, err := decode(m.Line)
		if err != nil {
			return
		}
		m = decoded
	}
	var out result
	if len(m.Result) <= maxBlock || json.Unmarshal(m.Result, &out) != nil || len(out.Content) == 0 {
		return
	}
	blocks := out.Content
	isCut := make([]bool, len(blocks))
	if len(blocks[0].Text) > maxBlock && !out.IsError && !shows[x.Tool] {
		s.cut(&out, 0, maxPreview)
		isCut[0] = true
	}
	encoded := encode(out)
	for len(encoded) > maxResult {
		longest := -1
		for i, block := range blocks {
			if !isCut[i] && (longest < 0 || len(block.Text) > len(blocks[longest].Text)) {
				longest = i
			}
		}
		if longest < 0 || len(blocks[longest].Text) <= maxPreview {
			out.StructuredContent = nil // it alone is too long, and says nothing that the texts do not
			encoded = encode(out)
			break
		}
		room := maxResult - (len(encoded) - len(quote(blocks[longest].Text))) - maxPreview
		s.cut(&out, longest, max(maxPreview, room))
		isCut[longest] = true
		encoded = encode(out)
	}
	if slices.Contains(isCut, true) || len(encoded) < len(m.Result) {
		x.Answer = resultAnswer(m.ID, encoded)
	}
}

// cut leaves as much of a block's beginning as there is room for, and says how
// much there was and where it is.
func (s *bound) cut(out *result, i, room int) {
	text := out.Content[i].Text
	preview := surface.Cut(text, room)
	for n := len(quote(preview)); n > room+2; n = len(quote(preview)) { // what is written as escapes is longer
		preview = surface.Cut(preview, len(preview)*room/n)
	}
	where := "; ask for less"
	if s.relay.config.Spill != nil {
		path, err := s.relay.config.Spill.Put(text)
		if err != nil {
			s.relay.config.log("a long answer could not be written to a file: %v", err)
			where = "; it could not be written to a file: ask for less"
		} else {
			where = "; whole in " + path
		}
	}
	out.Content[i].Text = fmt.Sprintf("%s\n[cut: %d of %d bytes%s]", preview, len(preview), len(text), where)
	if s.relay.negotiated() < "2025-06-18" {
		return
	}
	if out.StructuredContent == nil {
		out.StructuredContent = map[string]json.RawMessage{}
	}
	delete(out.StructuredContent, "result") // never the value twice
	out.StructuredContent["truncated"] = encode(map[string]int{"totalBytes": len(text), "previewBytes": len(preview)})
}

// result is a tool's answer.
type result struct {
	Content           []textBlock                `json:"content"`
	StructuredContent map[string]json.RawMessage `json:"structuredContent,omitempty"`
	IsError           bool                       `json:"isError,omitempty"`
}
