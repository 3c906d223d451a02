package relay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// Record is what the pinned upstream was seen to answer to initialize and
// tools/list. The relay answers both from it at once, while the child is still
// starting; the child's own answers must then be equal (DESIGN: decision 9).
type Record struct {
	ProtocolVersions []string        `json:"protocolVersions"` // ascending; the last is offered to who asks for another
	Capabilities     json.RawMessage `json:"capabilities"`
	ServerInfo       json.RawMessage `json:"serverInfo"`
	Tools            []Tool          `json:"tools"` // with the storage capability on
}

// Tool is one recorded tool: its name, and its declaration as the bytes that
// the upstream sends.
type Tool struct {
	Name string
	Raw  json.RawMessage
}

// UnmarshalJSON keeps the declaration and takes the name out of it.
func (t *Tool) UnmarshalJSON(raw []byte) error {
	var declared struct {
		Name string `json:"name"`
	}
	if err := json.Unmarshal(raw, &declared); err != nil {
		return err
	}
	t.Name, t.Raw = declared.Name, bytes.Clone(raw)
	return nil
}

// ParseRecord reads the record that is kept beside the lock.
func ParseRecord(text []byte) (*Record, error) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		return nil, fmt.Errorf("the recorded handshake of the upstream: %w", err)
	}
	var r Record
	if err := json.Unmarshal(compact.Bytes(), &r); err != nil {
		return nil, fmt.Errorf("the recorded handshake of the upstream: %w", err)
	}
	return &r, nil
}

// version is the protocol revision that the upstream agrees on with a client
// that asks for one.
func (r *Record) version(asked string) string {
	if slices.Contains(r.ProtocolVersions, asked) {
		return asked
	}
	return r.ProtocolVersions[len(r.ProtocolVersions)-1]
}

// initialize is the result that the upstream answers to initialize.
func (r *Record) initialize(version string, capabilities json.RawMessage) json.RawMessage {
	return fmt.Appendf(nil, `{"protocolVersion":%s,"capabilities":%s,"serverInfo":%s}`, quote(version), capabilities, r.ServerInfo)
}

// Offered are the tools that the child offers under one of the two argument
// tables: without the export those of the storage capability are absent.
func (r *Record) Offered(export bool) []Tool {
	if export {
		return r.Tools
	}
	return slices.DeleteFunc(slices.Clone(r.Tools), func(t Tool) bool {
		return t.Name == StorageState || slices.Contains(withheldStorage, t.Name)
	})
}

// Names are the names of tools, in their order.
func Names(tools []Tool) []string {
	names := make([]string, len(tools))
	for i, t := range tools {
		names[i] = t.Name
	}
	return names
}

// toolList is the result of tools/list for these tools, in the bytes that the
// upstream would send.
func toolList(tools []Tool) json.RawMessage {
	var b bytes.Buffer
	b.WriteString(`{"tools":[`)
	for i, t := range tools {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(t.Raw)
	}
	b.WriteString(`]}`)
	return b.Bytes()
}
