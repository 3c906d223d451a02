package pins

import (
	"os"
	"slices"
	"strconv"
	"strings"
)

// cure is the command that installs the named libraries on this machine, or ""
// where the distribution is not one that we know.
func cure(missing []string, list []Library) string {
	release, err := os.ReadFile("/etc/os-release")
	if err != nil {
		release, _ = os.ReadFile("/usr/lib/os-release")
	}
	command := cureFor(string(release), missing, list)
	if command != "" && os.Geteuid() != 0 {
		command = "sudo " + command
	}
	return command
}

// cureFor is cure for the text of an os-release file.
func cureFor(release string, missing []string, list []Library) string {
	var command string
	var packageOf func(Library) string
	fields := osRelease(release)
	family := append([]string{fields["ID"]}, strings.Fields(fields["ID_LIKE"])...)
	switch {
	case slices.Contains(family, "debian"), slices.Contains(family, "ubuntu"):
		command = "apt-get install -y"
		t64 := renamedForT64(fields["ID"], fields["VERSION_ID"])
		packageOf = func(l Library) string {
			if t64 && l.T64 != "" {
				return l.T64
			}
			return l.Debian
		}
	case slices.Contains(family, "fedora"), slices.Contains(family, "rhel"):
		command = "dnf install -y"
		packageOf = func(l Library) string { return l.Fedora }
	default:
		return ""
	}
	var packages []string
	for _, l := range list {
		if slices.Contains(missing, l.Name) && !slices.Contains(packages, packageOf(l)) {
			packages = append(packages, packageOf(l))
		}
	}
	if packages == nil {
		return ""
	}
	return command + " " + strings.Join(packages, " ")
}

// renamedForT64 tells whether the release has the packages that were renamed
// for 64-bit time: Debian since 13, Ubuntu since 24.04.
func renamedForT64(id, version string) bool {
	number, err := strconv.ParseFloat(version, 64)
	switch {
	case id == "debian":
		return err != nil || number >= 13 // testing and unstable have no number
	case id == "ubuntu":
		return err == nil && number >= 24
	}
	return false
}

func osRelease(text string) map[string]string {
	fields := map[string]string{}
	for line := range strings.Lines(text) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			fields[key] = strings.Trim(value, `"'`)
		}
	}
	return fields
}
