package launchtest

import (
	"encoding/json"
	"strings"
)

// Arguments are those of a tool.
type Arguments map[string]any

// Call begins a call of a tool.
func (s *Session) Call(tool string, arguments Arguments) <-chan Answer {
	s.t.Helper()
	if arguments == nil {
		arguments = Arguments{}
	}
	return s.Begin("tools/call", map[string]any{"name": tool, "arguments": arguments})
}

// Tool calls a tool and waits for its answer.
func (s *Session) Tool(tool string, arguments Arguments) Answer {
	s.t.Helper()
	return s.Await(s.Call(tool, arguments))
}

// Does calls a tool that has to succeed and gives the text of its answer.
func (s *Session) Does(tool string, arguments Arguments) string {
	s.t.Helper()
	answer := s.Tool(tool, arguments)
	if answer.Error != nil || answer.IsError() {
		s.t.Fatalf("%s failed: %.2000s", tool, answer.Line)
	}
	return answer.Text()
}

// Evaluate runs a function in the page and reads what it gives into v.
func (s *Session) Evaluate(function string, v any) {
	s.t.Helper()
	s.result(s.Does("browser_evaluate", Arguments{"function": function}), v)
}

// Run runs code beside the page, in the upstream's own process, and reads what
// it gives into v.
func (s *Session) Run(code string, v any) {
	s.t.Helper()
	s.result(s.Does("browser_run_code_unsafe", Arguments{"code": code}), v)
}

// Escape is code that gets hold of the Node.js process that runs it: what
// model-written code can do that wants out of the script's context. It has the
// process in p.
const Escape = `const p = page.constructor.constructor("return process")();`

func (s *Session) result(text string, v any) {
	s.t.Helper()
	_, result, ok := strings.Cut(text, "### Result\n")
	if !ok {
		s.t.Fatalf("there is no result in %.500q", text)
	}
	result, _, _ = strings.Cut(result, "\n### ")
	if v == nil {
		return
	}
	if err := json.Unmarshal([]byte(result), v); err != nil {
		s.t.Fatalf("the result %.500q: %v", result, err)
	}
}

// Text is the text of a tool's answer, block after block.
func (a Answer) Text() string {
	var result struct {
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
	}
	json.Unmarshal(a.Result, &result)
	var texts []string
	for _, block := range result.Content {
		if block.Type == "text" {
			texts = append(texts, block.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// IsError reports whether a tool says that it failed.
func (a Answer) IsError() bool {
	var result struct {
		IsError bool `json:"isError"`
	}
	json.Unmarshal(a.Result, &result)
	return result.IsError
}

// Code is the code of an error of the connector's own, or nothing.
func (a Answer) Code() string {
	if a.Error == nil {
		return ""
	}
	return a.Error.Data.Code
}
