package relay

import (
	"regexp"
	"strings"
)

// normalize takes out of the upstream's failures what says nothing to a model
// and something about this machine: terminal colours, and the command line with
// which the browser was started.
type normalize struct{ noRequest }

var (
	ansi        = regexp.MustCompile("\x1b\\[[0-9;?]*[ -/]*[@-~]")
	commandLine = regexp.MustCompile(`(?m)^.*<launching> .*$\n?`)
)

func (normalize) Answer(x *Exchange) {
	m := x.Answer
	if m == nil || !isError(m) {
		return
	}
	editTexts(m, func(text string) string {
		if strings.HasPrefix(text, "### Error") { // a page may say what it likes; only failures are ours to tidy
			text = commandLine.ReplaceAllString(ansi.ReplaceAllString(text, ""), "")
		}
		return text
	})
}
