package pins

import (
	"errors"
	"path/filepath"
	"strings"
)

// MissingLibraries are the shared libraries that the build's browser needs and
// this machine lacks, and the command that installs them, "" where none is
// known. A build may pass Check and lack some: the system may have removed them
// since.
func (b *Build) MissingLibraries(lock *Lock) (names []string, command string, err error) {
	if !HostPlatform().linux() {
		return nil, "", nil
	}
	var extra []string
	for _, variable := range b.Env {
		if folders, ok := strings.CutPrefix(variable, "LD_LIBRARY_PATH="); ok {
			extra = append(extra, filepath.SplitList(folders)...)
		}
	}
	names, err = missingLibraries(b.Browser, extra)
	var known []Library
	for _, p := range lock.programs {
		known = append(known, p.Libraries...)
	}
	return names, cure(names, known), err
}

// Mend is the command that puts right what Check, or a build's BrowserChecked,
// has found.
func Mend(err error) string {
	const install = "connector-browser install"
	var adopted *adoptedChangedError
	if errors.As(err, &adopted) {
		return install + " --browser " + adopted.path
	}
	return install
}
