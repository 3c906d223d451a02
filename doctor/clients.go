package doctor

import (
	"context"
	"fmt"
	"strings"
)

// lookAtClients reads the MCP clients' own settings for entries of ours that do
// not do what they look like, such as one under a key that its client does not
// read (CD-006, SN-004). A launch works all the same, so it is a warning. Each has
// a line of the sentence and the same line of what mends it.
func (d *Doctor) lookAtClients(context.Context) Result {
	findings, err := d.clients()
	if err != nil {
		return skipped("%v", err)
	}
	var sentences, commands []string
	for _, f := range findings {
		sentences = append(sentences, fmt.Sprintf("%s: %s: %s", f.Client, f.File, f.Sentence))
		commands = append(commands, f.Command)
	}
	if findings == nil {
		return ok("no client's settings start this program in a way that does not work")
	}
	return warning(strings.Join(commands, "\n"), "%s", strings.Join(sentences, "\n"))
}
