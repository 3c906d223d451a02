package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"connector-browser/mount"
	"connector-browser/secrets/safefile"
)

// lookAtCatalog looks at the engine's entry: there, and exactly the one that
// this binary would write, so that the engine starts this binary (CB-050,
// CB-053).
func (d *Doctor) lookAtCatalog(context.Context) Result {
	if d.conf == "" {
		return d.noDirectory()
	}
	entry := mount.Entry{Program: d.program, Conf: d.conf}
	mounted, err := entry.Mounted()
	again := fmt.Sprintf("rm %s && connector-browser mount", quote(entry.Path()))
	switch {
	case errors.Is(err, mount.ErrForeign):
		if other := startedBy(entry.Path()); other != "" && other != d.program {
			return failed(again, "%s starts %q, and this is %q", entry.Path(), other, d.program)
		}
		return failed(again, "%s is not what connector-browser mount writes for this program", entry.Path())
	case err != nil:
		return failed(mendFolder(d.conf+"/catalog", "go-w"), "%v", err)
	case !mounted:
		return skipped("nothing is mounted; where an engine reads %s, run connector-browser mount", entry.Path())
	}
	return ok("%s starts this program", entry.Path())
}

// startedBy is the command of an entry that is not ours to the letter.
func startedBy(path string) string {
	text, _, err := safefile.Read(path, 64<<10)
	var entry struct {
		Command string `json:"command"`
	}
	if err != nil || json.Unmarshal(text, &entry) != nil || len(entry.Command) > 512 {
		return ""
	}
	return entry.Command
}
