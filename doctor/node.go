package doctor

import (
	"context"
	"strings"
)

// lookAtNode starts the pinned Node.js in the walls and asks for its version.
func (d *Doctor) lookAtNode(ctx context.Context) Result {
	switch {
	case d.checked == nil:
		return noBuild()
	case !d.walled:
		return skipped("the walls come first; see walls")
	}
	text, err := d.inside(job{ctx, d.checked, []string{"--version"}})
	if err != nil {
		return failed(install, "%s does not run in the walls: %v", d.checked.Node, err)
	}
	want := ""
	for _, p := range d.lock.Programs() {
		if p.Role == "runtime" {
			want = "v" + p.Version
		}
	}
	if got := strings.TrimSpace(string(text)); got != want {
		return failed(install, "%s says that it is %.40q where binaries.lock.json pins %s", d.checked.Node, got, want)
	}
	return ok("%s runs in the walls and is Node.js %s", d.checked.Node, want)
}
