package doctor

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"connector-browser/policy"
	"connector-browser/relay"
)

// lookAtPolicy reads the policy as the next launch will, so that what is wrong
// with it is said in the launch's own words (CB-161).
func (d *Doctor) lookAtPolicy(context.Context) Result {
	record, err := relay.ParseRecord(d.record)
	if err != nil {
		return failed("build connector-browser again from a clean checkout", "%v", err)
	}
	if d.dir == nil {
		return d.noDirectory()
	}
	p, err := policy.Load(d.dir.Path(), relay.Names(record.Tools), relay.Own()...)
	switch {
	case err != nil:
		return failed(d.mendPolicy(err), "%v", err)
	case p.File == "":
		return ok("there is no policy.toml; the defaults hold: every tool, every public host")
	}
	return ok("%s is understood; it grants %d tools", filepath.Join(d.dir.Path(), p.File), len(p.Tools.Granted()))
}

// mendPolicy is what to do about a policy that is refused: to close it to
// others, to keep one of two, or to edit the line that the refusal names.
func (d *Doctor) mendPolicy(err error) string {
	var found []string
	for _, name := range []string{policy.FileName, policy.ToolsFileName} {
		path := filepath.Join(d.dir.Path(), name)
		info, err := os.Lstat(path)
		if err != nil {
			continue
		}
		if info.Mode()&fs.ModeSymlink == 0 && info.Mode().Perm()&0o022 != 0 {
			return "chmod go-w " + quote(path)
		}
		found = append(found, path)
	}
	switch len(found) {
	case 0:
		return "ls -l " + quote(d.dir.Path())
	case 2:
		return "mv " + quote(found[1]) + " " + quote(found[1]+".aside")
	}
	var line int
	if place, ok := strings.CutPrefix(err.Error(), found[0]+":"); ok {
		fmt.Sscanf(place, "%d:", &line)
	}
	return fmt.Sprintf("${EDITOR:-vi} +%d %s", max(line, 1), quote(found[0]))
}
