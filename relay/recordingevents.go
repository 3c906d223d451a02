package relay

import (
	"cmp"
	"regexp"
	"strings"

	"connector-browser/relay/snapshot"
	"connector-browser/relay/surface"
)

// begins writes down a call that is about to be made.
func (r *recording) begins(x *Exchange) (call int) {
	r.calls++
	r.write(event{
		T: r.now(), Event: "action", Call: r.calls, Tool: x.Tool, Step: strings.TrimSuffix(x.place, ": "), Arguments: x.shape,
		Target: clip(cmp.Or(x.aim.Target, x.aim.StartTarget)), To: clip(x.aim.EndTarget), URL: clip(snapshot.Address(x.aim.URL)),
	})
	return r.calls
}

// screenshotFile finds the file in what the upstream says of a screenshot.
var screenshotFile = regexp.MustCompile(`\]\((/[^)\n]+)\)`)

// ends writes down what became of a call; made is nil where nobody knows.
func (r *recording) ends(call int, x *Exchange, made *Message, did got) {
	e := event{T: r.now(), Event: "action", Call: call, Outcome: "lost"}
	if made != nil {
		e.Outcome = "ok"
		if out := toldOf(made); out.isError {
			e.Outcome, e.Code = "failed", codeOf(out)
		}
	}
	r.write(e)
	r.learn(did.text)
	if x.Tool != batchTool && x.Tool != statusTool { // these open none
		r.noPage = made == nil || x.Tool == "browser_close"
	}
	if file := screenshotFile.FindStringSubmatch(surface.Said(did.sections)); file != nil && x.Tool == "browser_take_screenshot" && e.Outcome == "ok" {
		r.write(event{T: e.T, Event: "screenshot", Call: call, File: file[1]})
	}
}

// codeOf is the code that a failed call tells.
func codeOf(out told) string {
	for _, text := range out.texts[min(1, len(out.texts)):] {
		line, _, _ := strings.Cut(text, "\n")
		if code, found := strings.CutPrefix(line, "code: "); found {
			return code
		}
	}
	return ""
}

// learn has withholding read what the upstream says of a call or of the page: that
// tells what a password field holds, and the page may log it.
func (r *recording) learn(text string) { r.set.Text([]byte(text)) }

// learnFields does so for fields that the page itself declares as secret.
func (r *recording) learnFields(page *snapshot.Page, secret map[string]bool) {
	page.Walk(func(n *snapshot.Node) bool {
		if n.Ref != "" && secret[n.Ref] {
			r.set.Remember(n.Text)
		}
		return true
	})
}

// row writes down one row of the log.
func (r *recording) row(row surface.Row) {
	e := event{T: r.at(row.At), Text: row.Text}
	switch {
	case row.Kind == "network":
		url := snapshot.Address(row.URL)
		r.write(event{T: r.at(int64(row.Began)), Event: "request", Method: row.Method, URL: url})
		e = event{T: e.T, Event: "response", Method: row.Method, URL: url, Status: row.Status, Type: row.Type, Failed: row.Failed}
	case row.Thrown:
		e.Event = "error"
	default:
		e.Event, e.Level = "console", row.Level
	}
	r.write(e)
}
