package doctor

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"connector-browser/launcher"
)

// lookAtLaunches tells the launches that run from what dead ones left, by the
// lock that a launch holds on its folder (CB-079).
func (d *Doctor) lookAtLaunches(ctx context.Context) Result {
	if d.dir == nil {
		return d.noDirectory()
	}
	release, err := d.hold(ctx) // a folder that is just being made would pass for a dead one
	if err != nil {
		return skipped("%v", err)
	}
	if release == nil {
		return skipped("the connector's directory is held by %s", d.holder)
	}
	folders, err := launcher.Folders(d.dir.Path())
	release()
	if err != nil {
		return failed("ls -l "+quote(d.dir.Path()), "%v", err)
	}
	var dead, quoted []string
	for _, f := range folders {
		if !f.Live {
			dead, quoted = append(dead, filepath.Base(f.Path)), append(quoted, quote(f.Path))
		}
	}
	running := count(len(folders)-len(dead), "launch runs", "launches run")
	if dead != nil {
		return warning("rm -rf "+strings.Join(quoted, " "), "%s; left by dead ones, and cleared by the next: %s", running, strings.Join(dead, ", "))
	}
	return ok("%s, and no dead one left anything", running)
}

func count(n int, one, many string) string {
	switch n {
	case 0:
		return "no " + one
	case 1:
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
