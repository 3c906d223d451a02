package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// The lock is edited as text, so that its order, its layout and everything that is
// not of the upstream stay as a person wrote them.

// setVersion sets the program's version.
func setVersion(text, version string) (string, error) {
	start := strings.Index(text, `"`+program+`": {`)
	if start < 0 {
		return "", fmt.Errorf("%s has no %s", lockName, program)
	}
	return setIn(text, start, len(text), program, "version", quoted(version))
}

// setArchive sets what is known of a package before it is unpacked. The tree and
// the script's content are left open.
func setArchive(text, name, version string, a archive) (string, error) {
	for _, field := range [][2]string{{"sha256", quoted(a.SHA256)}, {"size", strconv.Itoa(a.Size)}, {"tree", `""`}} {
		var err error
		if text, err = setField(text, name, field[0], field[1]); err != nil {
			return "", err
		}
	}
	if name == server { // whose source says {version}
		return setField(text, name, "cli.js", `""`)
	}
	return setField(text, name, "source", quoted("npm:"+name+"@"+version))
}

// setField sets a field of the archive that is this package's.
func setField(text, name, field, value string) (string, error) {
	at := strings.Index(text, `"source": "npm:`+name+`@`)
	if at < 0 {
		return "", fmt.Errorf("%s has no archive of npm:%s", lockName, name)
	}
	start := strings.LastIndexByte(text[:at], '{')
	end, depth := start, 0
	for ; end < len(text); end++ {
		switch text[end] { // no string of such an archive has a brace but in {version}
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 {
			break
		}
	}
	return setIn(text, start, end, "npm:"+name, field, value)
}

// setIn replaces the first value of a key between two places of the text.
func setIn(text string, start, end int, of, key, value string) (string, error) {
	at := regexp.MustCompile(regexp.QuoteMeta(quoted(key)) + `: ("[^"]*"|\d+)`).FindStringSubmatchIndex(text[start:end])
	if at == nil {
		return "", fmt.Errorf("%s has no %s for %s", lockName, key, of)
	}
	return text[:start+at[2]] + value + text[start+at[3]:], nil
}

func quoted(s string) string { return `"` + s + `"` }
