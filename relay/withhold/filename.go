package withhold

import (
	"strings"
	"unicode/utf8"
)

// maxFileName is how long the name of a file can be.
const maxFileName = 255

// fileNames are the spellings of a value in the name of a download: the browser's, and
// the upstream's, which leaves the last dot of a name. What is short could be any word,
// and is not looked for.
func fileNames(value string) (names []string) {
	if len(value) > maxFileName || !utf8.ValidString(value) {
		return nil
	}
	spelled := []string{inBrowsersName.Replace(value), inFileName(value)}
	if dot := strings.LastIndexByte(value, '.'); dot >= 0 {
		spelled = append(spelled, inFileName(value[:dot])+"."+inFileName(value[dot+1:]))
	}
	for _, name := range spelled {
		// What stands at its ends may be one with what stands beside it.
		if name = strings.Trim(name, "-"); len(name) >= separated {
			names = append(names, name)
		}
	}
	return names
}

// inBrowsersName writes what some file system does not take in a name as Chromium does.
var inBrowsersName = strings.NewReplacer(`"`, "_", "*", "_", "/", "_", ":", "_", "<", "_", ">", "_", "?", "_", `\`, "_", "|", "_")

// inFileName writes a dash for each run of what is in ASCII no letter, digit or dash, as
// the upstream does.
func inFileName(text string) string {
	var b strings.Builder
	run := false
	for _, c := range text {
		isKept := c == '-' || c > 0x7f || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
		switch {
		case isKept:
			b.WriteRune(c)
		case !run:
			b.WriteByte('-')
		}
		run = !isKept
	}
	return b.String()
}
