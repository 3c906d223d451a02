package surface

import "regexp"

// A Failure is what a program is told of a failed call, beside the upstream's
// own words.
type Failure struct{ Code, Hint string }

// failures tell the upstream's texts apart, the first that fits decides. Codes
// are appended, never renamed.
var failures = []struct {
	text *regexp.Regexp
	Failure
}{
	{regexp.MustCompile(`(?:Page|Target) crashed`), Failure{"DRIVER_ERROR", "the page was too much for the browser and is gone: go elsewhere"}},
	{regexp.MustCompile(`Execution context was destroyed`), Failure{"STATE_INVALID", "the page went to another address meanwhile: look at it before you repeat the call"}},
	{regexp.MustCompile(`Ref \S+ not found in the current page snapshot`), Failure{"STALE_REF", "the element is gone; take its ref from the page as it is now"}},
	{regexp.MustCompile(`does not match any elements`), Failure{"NO_MATCH", "look for it with browser_find, or wait for it with browser_wait_for"}},
	{missingTab, Failure{"NO_MATCH", "no page has that number"}},
	{regexp.MustCompile(`strict mode violation`), Failure{"AMBIGUOUS", "more than one element fits; use a ref of browser_snapshot"}},
	{regexp.MustCompile(`does not handle the modal state`), Failure{"STATE_INVALID", "answer the dialog first, with browser_handle_dialog or browser_file_upload"}},
	{regexp.MustCompile(`can only be used when there is related modal state`), Failure{"STATE_INVALID", "there is nothing of the kind to answer"}},
	{regexp.MustCompile(`(?s)intercepts pointer events`), Failure{"TIMEOUT", "another element covers it: close that first"}},
	{regexp.MustCompile(`(?s)Timeout \d+ms exceeded.*to be visible`), Failure{"TIMEOUT_WAITING_VISIBLE", "look at the page; what was waited for did not appear"}},
	{regexp.MustCompile(`(?s)Timeout \d+ms exceeded.*navigating to`), Failure{"TIMEOUT_WAITING_LOAD", "the page did not load in time"}},
	{regexp.MustCompile(`no download was completed`), Failure{"TIMEOUT", "look at the page; the download did not begin, or is still going on"}},
	{regexp.MustCompile(`Timeout \d+ms exceeded`), Failure{"TIMEOUT", "look at the page before you repeat it"}},
	{regexp.MustCompile(`is no select and shows no such option`), Failure{"NO_MATCH", "choose one of the options that it shows"}},
	{regexp.MustCompile(`Element is not an? <(?:input|select)`), Failure{"NOT_EDITABLE", "the target is no such field; choose another element"}},
	{regexp.MustCompile(`Unknown engine|Unexpected token|is not a valid selector|while parsing (?:css )?selector`), Failure{"INVALID_ARGUMENT", "write the target as a ref (e12), as CSS (#login button) or as role=button[name=\"Send\"]"}},
	{regexp.MustCompile(`Invalid arguments for tool|Unknown key`), Failure{"INVALID_ARGUMENT", "see the tool's schema"}},
}

// missingTab is what the upstream says of a tab that is not there. A page's own words
// come after others.
var missingTab = regexp.MustCompile(`^### Error\nError: Tab \S+ not found(?:\n|$)`)

// What the call log of a call that ran out of time says of a click or the like: that
// the element was ready and it was made, or that it came to nothing.
var (
	timedOut   = regexp.MustCompile(`Timeout \d+ms exceeded`)
	performing = regexp.MustCompile(`(?m)^(?:\x1b\[2m)?\s*(?:- +|\d+ × )performing ([a-z ]+) action`)
	undone     = regexp.MustCompile(`intercepts pointer events|retrying [a-z ]+ action`)
)

// made is the action that was made before the time was up, the last try of it; ""
// where none was.
func made(text string) string {
	tries := performing.FindAllStringSubmatchIndex(text, -1)
	if tries == nil || !timedOut.MatchString(text) {
		return ""
	}
	last := tries[len(tries)-1]
	if undone.MatchString(text[last[1]:]) {
		return ""
	}
	return text[last[2]:last[3]]
}

// covers finds the tag of what lies over an element.
var covers = regexp.MustCompile(`<([a-z][a-z0-9-]*)[^\n]*intercepts pointer events`)

// Classify gives a failed call its code. What is not known is DRIVER_ERROR, and
// a page's exception in an evaluation EVAL_THREW.
func Classify(tool, text string) Failure {
	if action := made(text); action != "" {
		return Failure{"TIMEOUT", "the " + action + " was made, and the page does not answer: look at the page before you repeat it"}
	}
	for _, f := range failures {
		if f.text.MatchString(text) {
			if cover := covers.FindStringSubmatch(text); cover != nil && f.Code == "TIMEOUT" {
				f.Hint = "<" + cover[1] + "> covers it: close that first, or use it instead"
			}
			return f.Failure
		}
	}
	if tool == "browser_evaluate" {
		return Failure{"EVAL_THREW", "the function threw in the page"}
	}
	return Failure{Code: "DRIVER_ERROR"}
}

// bareRef is a target that is a ref and nothing else.
var bareRef = regexp.MustCompile(`^(?:aria-ref=)?((?:f[0-9]+)?)e([0-9]+)$`)
