package output

import (
	"bytes"
	"encoding/json"
	"strings"

	"connector-browser/relay/withhold"
)

// withheld is the text of a file without what must not leave. Where each line of
// it is JSON by itself, it stays so, unless something reaches over several lines.
func withheld(name string, text []byte, set *withhold.Set) []byte {
	out, hits := set.Text(text)
	if len(hits) == 0 || !strings.HasSuffix(name, ".ndjson") {
		return out
	}
	var lines bytes.Buffer
	for line := range bytes.Lines(text) {
		out, _, err := set.JSON(line)
		if err != nil || !json.Valid(line) {
			out, _ = set.Text(line)
		}
		lines.Write(out)
	}
	if _, hits := set.Text(lines.Bytes()); len(hits) > 0 {
		return out
	}
	return lines.Bytes()
}
