package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strings"

	connectorbrowser "connector-browser"
	"connector-browser/relay"
)

// The scripted child has two tools: one answers like a small page's snapshot,
// the other with a line that is just below the relay's limit.
const (
	smallTool = "browser_snapshot"
	largeTool = "browser_find"
	largeSize = 4<<20 - 4096
)

// answerCalls is the scripted child: it greets as the record of the pinned
// upstream says, and then answers each call at once.
func answerCalls(in io.Reader, out io.Writer) {
	record, err := relay.ParseRecord(connectorbrowser.Record)
	if err != nil {
		panic(err) // the embedded record is read by every test
	}
	small, large := pageText(2<<10), pageText(largeSize)
	lines := bufio.NewReaderSize(in, relay.MaxLine+1)
	to := bufio.NewWriterSize(out, 1<<20)
	for {
		line, err := lines.ReadSlice('\n')
		if err != nil {
			return
		}
		id := idOf(line)
		if id == nil {
			continue // a notification
		}
		to.WriteString(`{"result":`)
		switch {
		case bytes.Contains(line, []byte(`"tools/list"`)):
			to.WriteString(toolList(record))
		case bytes.Contains(line, []byte(`"initialize"`)):
			to.WriteString(hello(record, line))
		case bytes.Contains(line, []byte(`"`+largeTool+`"`)):
			to.WriteString(large)
		default:
			to.WriteString(small)
		}
		to.WriteString(`,"jsonrpc":"2.0","id":`)
		to.Write(id)
		to.WriteString("}\n")
		to.Flush()
	}
}

// idOf is the id of a request, as it is spelled.
func idOf(line []byte) json.RawMessage {
	var m struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(line, &m) != nil {
		return nil
	}
	return m.ID
}

func toolList(record *relay.Record) string {
	var tools []string
	for _, tool := range record.Offered(false) {
		tools = append(tools, string(tool.Raw))
	}
	return `{"tools":[` + strings.Join(tools, ",") + `]}`
}

func hello(record *relay.Record, line []byte) string {
	var m struct {
		Params struct {
			ProtocolVersion string `json:"protocolVersion"`
		} `json:"params"`
	}
	json.Unmarshal(line, &m)
	return `{"protocolVersion":"` + m.Params.ProtocolVersion + `","capabilities":` + string(record.Capabilities) +
		`,"serverInfo":` + string(record.ServerInfo) + `}`
}

// pageText is a tool's result of about a size: a snapshot as the upstream
// writes it, row after row.
func pageText(size int) string {
	const row = "        - row \"20:00 Ness Point clear, wind west\" [ref=f3e25]:\n          - cell \"clear, wind west\" [ref=f3e28]\n"
	text := "### Page\n- Page URL: https://lights.example/logbook\n- Page Title: Logbook\n### Snapshot\n```yaml\n"
	quotedRow, _ := json.Marshal(row)
	quotedText, _ := json.Marshal(text)
	var b strings.Builder
	b.WriteString(`{"content":[{"type":"text","text":`)
	b.Write(quotedText[:len(quotedText)-1])
	for b.Len() < size-len(quotedRow)-64 {
		b.Write(quotedRow[1 : len(quotedRow)-1])
	}
	b.WriteString("```\"}]}")
	return b.String()
}
