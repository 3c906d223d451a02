package pins

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// checkName refuses a name that an archive must not have: one that leaves the
// tree or that two systems read differently (CB-009). A single slash at the
// end, as folders have it, is taken off by the caller.
func checkName(name string) error {
	switch {
	case name == "":
		return errors.New("an empty name")
	case len(name) > 1024:
		return errors.New("a name longer than 1024 bytes")
	case !utf8.ValidString(name):
		return errors.New("a name that is not UTF-8")
	case strings.HasPrefix(name, "/"):
		return errors.New("an absolute name")
	case strings.ContainsRune(name, '\\'):
		return errors.New("a name with a backslash")
	}
	for _, r := range name {
		if unicode.IsControl(r) {
			return errors.New("a name with a control character")
		}
	}
	for _, element := range strings.Split(name, "/") {
		switch {
		case element == "..":
			return errors.New("a name with .. in it")
		case element == "" || element == ".":
			return errors.New("a name that is not in its simplest form")
		case len(element) > 255:
			return errors.New("a name with an element longer than 255 bytes")
		}
	}
	return nil
}

// foldName is equal for names that some file system takes for the same: it
// ignores upper and lower case and the composition of accents.
func foldName(name string) string {
	return norm.NFD.String(cases.Fold().String(norm.NFD.String(name)))
}

// checkTarget refuses a link that leaves the tree. Climbing is allowed at the
// start of the target only and no higher than the tree's root; since nothing is
// ever unpacked below a link, what is counted here is what the system does.
func checkTarget(name, target string) error {
	if err := checkTargetName(target); err != nil {
		return err
	}
	depth := strings.Count(name, "/")
	for rest := target; ; depth-- {
		var climbs bool
		if rest, climbs = strings.CutPrefix(rest, "../"); !climbs {
			if rest == ".." {
				depth--
				rest = "."
			}
			if depth < 0 {
				return errors.New("a link that leaves the tree")
			}
			if rest != "." && checkName(rest) != nil {
				return errors.New("a link whose target is not in its simplest form")
			}
			return nil
		}
	}
}

func checkTargetName(target string) error {
	if target == "" || path.IsAbs(target) || strings.ContainsAny(target, "\\\x00") || !utf8.ValidString(target) {
		return errors.New("a link that leaves the tree")
	}
	return nil
}

// refusedEntryError says which entry of an archive is refused and why.
type refusedEntryError struct{ archive, name, reason string }

func (e *refusedEntryError) Error() string {
	return fmt.Sprintf("%s is refused: it holds %s (%.120q); nothing was unpacked", e.archive, e.reason, e.name)
}
