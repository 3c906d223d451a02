package pins

import (
	"errors"
	"net/url"
	"path"
	"strings"
)

// npmScheme marks a source that the user's npm registry carries (CB-003).
const npmScheme = "npm:"

// expand fills a template of the lock: {file} first, since a file's name may
// hold {version} (CB-002).
func (a *Archive) expand(template string) string {
	s := strings.ReplaceAll(template, "{file}", a.File)
	return strings.ReplaceAll(s, "{version}", a.program.Version)
}

// Sources are the archive's sources, expanded, in the order they are tried.
func (a *Archive) Sources() []string {
	list := []string{a.expand(a.Source)}
	for _, m := range a.Mirrors {
		list = append(list, a.expand(m))
	}
	return list
}

// Name is the file's name below archives/: what npm or the host calls it, with
// the version in it so that two pins never share a name.
func (a *Archive) Name() string {
	source := a.expand(a.Source)
	if name, version, ok := splitNPM(source); ok {
		return strings.ReplaceAll(strings.TrimPrefix(name, "@"), "/", "-") + "-" + version + ".tgz"
	}
	base := path.Base(source)
	if !strings.Contains(base, a.program.Version) {
		base = a.program.Version + "-" + base
	}
	return base
}

// url is the address of a source. An npm package's address is the registry's
// convention, which needs no metadata request.
func (a *Archive) url(source, registry string) string {
	name, version, ok := splitNPM(source)
	if !ok {
		return source
	}
	return strings.TrimSuffix(registry, "/") + "/" + name + "/-/" + path.Base(name) + "-" + version + ".tgz"
}

// splitNPM takes "npm:@scope/name@1.2.3" apart.
func splitNPM(source string) (name, version string, ok bool) {
	rest, ok := strings.CutPrefix(source, npmScheme)
	if !ok {
		return "", "", false
	}
	at := strings.LastIndexByte(rest, '@')
	if at <= 0 {
		return "", "", false
	}
	return rest[:at], rest[at+1:], true
}

func (a *Archive) checkSource(template string) error {
	source := a.expand(template)
	if strings.ContainsAny(source, "{}") {
		return errors.New("its source has a token other than {version} and {file}")
	}
	if name, version, ok := splitNPM(source); ok {
		if !isTreePath(name) || strings.Count(name, "/") > 1 || !isTreePath(version) || strings.Contains(version, "/") {
			return errors.New("its source is not npm:NAME@VERSION")
		}
		return nil
	}
	u, err := url.Parse(source)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return errors.New("its source is neither npm:NAME@VERSION nor a plain https address")
	}
	if checkName(path.Base(u.Path)) != nil || formatOf(source) == "" {
		return errors.New("its source names no .zip, .tgz, .tar.gz or .tar.xz file")
	}
	return nil
}

// formatOf is the kind of archive that a source gives: "tgz", "txz", "zip" or
// "" for none that we know.
func formatOf(source string) string {
	switch {
	case strings.HasPrefix(source, npmScheme), strings.HasSuffix(source, ".tgz"), strings.HasSuffix(source, ".tar.gz"):
		return "tgz"
	case strings.HasSuffix(source, ".tar.xz"):
		return "txz"
	case strings.HasSuffix(source, ".zip"):
		return "zip"
	}
	return ""
}

// format is the kind of archive that this one is.
func (a *Archive) format() string { return formatOf(a.expand(a.Source)) }

// limit is the largest number of bytes that the archive may have.
func (a *Archive) limit() int64 {
	if a.Size > 0 {
		return a.Size
	}
	return a.MaxSize
}
