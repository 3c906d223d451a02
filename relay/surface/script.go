package surface

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
)

// RunCode is the upstream's tool that runs a script beside the page. What we
// have it run are the fixed scripts of this folder, whether the policy lets a
// client call it or not (CB-165).
const RunCode = "browser_run_code_unsafe"

//go:embed scripts/*.js
var scripts embed.FS

// Script is the call that runs a fixed script. The arguments reach it as JSON
// that no code and no Markdown can be made of; nothing else of the caller's does.
func Script(name string, arguments any) Call {
	given, err := json.Marshal(arguments) // <, >, & and line separators are escaped
	if err != nil {
		panic("surface: arguments that are no JSON: " + err.Error())
	}
	safe := strings.ReplaceAll(string(given), "`", `\u0060`)
	code := fmt.Sprintf("async (page) => {\nconst args = %s;\n%s\n%s}", safe, source("common"), source(name))
	return Call{RunCode, map[string]string{"code": code}}
}

func source(name string) string {
	text, err := scripts.ReadFile("scripts/" + name + ".js")
	if err != nil {
		panic("surface: " + err.Error())
	}
	return string(text)
}

// An Outcome is what a script gives.
type Outcome struct {
	Value   json.RawMessage `json:"value"`
	Text    string          `json:"text"`   // the value in words, where JSON is not the best of them
	Before  string          `json:"before"` // what stands before and after the text
	After   string          `json:"after"`
	Note    string          `json:"note"`   // in a block of its own, which stays when a long text is cut
	Labels  []string        `json:"labels"` // what the field that the value is of is called
	Secret  bool            `json:"secret"` // the page declares that field as one
	Cursor  int64           `json:"cursor"` // in the log of the session
	Failure *Fault          `json:"failure"`
}

// A Fault is why a call came to nothing.
type Fault struct {
	Code    string         `json:"code"`
	Message string         `json:"message"`
	Hint    string         `json:"hint"`
	Detail  map[string]any `json:"detail"`
}

// ReadOutcome takes what a script gave out of the upstream's answer.
func ReadOutcome(list []Section) (out Outcome, ok bool) {
	body, _, _ := strings.Cut(Body(list, "Result"), "\n") // JSON in one line
	return out, json.Unmarshal([]byte(body), &out) == nil
}

// Widen has a text that is a part begin and end where no secret is cut in two: of
// one, neither half would be known for what it is (CB-116). across gives the secret
// in a text that stands on both sides of a position, if there is one.
func (o *Outcome) Widen(across func(text string, at int) (start, end int)) {
	if o.Before == "" && o.After == "" {
		return
	}
	all, from, to := o.Before+o.Text+o.After, len(o.Before), len(o.Before)+len(o.Text)
	if start, end := across(all, from); start < end {
		from = start
	}
	if start, end := across(all, to); start < end {
		to = end
	}
	o.Text = all[from:to]
}

// maxMirrored bounds the value that stands in structuredContent as well.
const maxMirrored = 1 << 10

// Mirrored is the value for structuredContent, where it is small (CD-106).
func (o *Outcome) Mirrored() map[string]any {
	if len(o.Value) == 0 || len(o.Value) > maxMirrored {
		return nil
	}
	return map[string]any{"result": o.Value}
}

// Texts is what the client reads.
func (o *Outcome) Texts() []string {
	text := o.Text
	if text == "" {
		text = string(o.Value)
	}
	switch {
	case text == "" && o.Note == "":
		return []string{"done"}
	case o.Note == "":
		return []string{text}
	case text == "":
		return []string{o.Note}
	}
	return []string{text, o.Note}
}
