package doctor

import (
	"context"
	"errors"

	"connector-browser/pins"
)

// lookAtBuild compares the pinned build with the lock as every start does, the
// browser's content included (CB-016).
func (d *Doctor) lookAtBuild(ctx context.Context) Result {
	switch {
	case d.lock == nil:
		return skipped("nothing is pinned for this platform")
	case d.conf == "" || d.closed:
		return d.noDirectory()
	case d.holder != "":
		return skipped("the connector's directory is held by %s", d.holder)
	case d.dir == nil:
		return failed(install, "nothing is installed yet")
	}
	build, err := pins.Check(ctx, d.lock, d.platform, d.dir.Bin())
	if err == nil {
		err = build.BrowserChecked(ctx)
	}
	var missing *pins.NotInstalledError
	switch {
	case errors.As(err, &missing):
		return failed(install, "nothing usable is installed: %s", missing.Reason)
	case errors.Is(err, context.DeadlineExceeded):
		return failed("connector-browser doctor", "the check was not done in %v, so the disk is very slow or hangs; look again", while)
	case err != nil:
		return failed(pins.Mend(err), "%v", err)
	}
	d.checked = build
	return ok("intact, with %s", build.BrowserName)
}

// noBuild is the result of a probe that needs the pinned build.
func noBuild() Result { return skipped("the pinned build comes first; see build") }
