package doctor

import (
	"context"
	"strings"
)

// lookAtLibraries follows what the chosen browser needs as the system's linker
// would: the system may have removed a library since the install.
func (d *Doctor) lookAtLibraries(context.Context) Result {
	if d.checked == nil {
		return noBuild()
	}
	names, command, err := d.checked.MissingLibraries(d.lock)
	switch {
	case err != nil:
		return failed(install, "%v", err)
	case names != nil && command == "":
		return failed("install the packages that have them, then run connector-browser doctor", "%s needs shared libraries that this machine lacks: %s", d.checked.BrowserName, strings.Join(names, ", "))
	case names != nil:
		return failed(command, "%s needs shared libraries that this machine lacks: %s", d.checked.BrowserName, strings.Join(names, ", "))
	}
	return ok("%s finds every shared library that it needs", d.checked.BrowserName)
}
