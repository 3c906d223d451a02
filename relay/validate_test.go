package relay_test

import (
	"strings"
	"testing"

	"connector-browser/relay"
)

// CD-061, CD-062: arguments that do not fit never reach the child, and the
// answer says which, what is allowed and what was probably meant.
func TestArguments(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ tool, arguments, want string }{
		"fits":               {"browser_resize", `{"width":1,"height":2}`, ""},
		"defaults":           {"browser_take_screenshot", `{}`, ""},
		"unknown":            {"browser_resize", `{"width":1,"height":2,"heigth":3}`, "there is no argument heigth; did you mean height?; taken are: height, width"},
		"none taken":         {"browser_close", `{"force":true}`, "there is no argument force; none is taken"},
		"_meta":              {"browser_navigate", `{"url":"http://a.test","_meta":{"raw":true}}`, "there is no argument _meta"},
		"missing":            {"browser_navigate", `{}`, "argument url is missing"},
		"wrong type":         {"browser_navigate", `{"url":7}`, "argument url must be a string"},
		"one of":             {"browser_tabs", `{"action":"destroy"}`, "argument action must be one of list, new, close, select"},
		"integer":            {"browser_network_request", `{"index":1.5}`, "argument index must be an integer"},
		"range":              {"browser_network_request", `{"index":0}`, "argument index is out of range"},
		"infinite":           {"browser_wait_for", `{"time":1e999}`, "out of range"},
		"nested":             {"browser_fill_form", `{"fields":[{"target":"e1","name":"n","type":"textbox","valu":"v"}]}`, "there is no argument fields[0].valu; did you mean value?"},
		"no object":          {"browser_close", `[]`, "the arguments are not an object"},
		"name not repeated":  {"browser_close", `{"hunter2 is my password":1}`, "there is no argument of that name"},
		"absent is no value": {"browser_close", `null`, "the arguments are not an object"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := play(t, relay.Config{}, echo)
			s.send(hello)
			s.next()
			s.send(call(1, c.tool, c.arguments))
			got := s.next()
			if reached := len(s.reached()); c.want == "" && reached != 1 || c.want != "" && reached != 0 {
				t.Errorf("%d lines reached the child", reached)
			}
			if c.want != "" && !(strings.Contains(got, "refused by connector-browser: ") && strings.Contains(got, c.want) && strings.Contains(got, `"INVALID_ARGUMENT"`)) {
				t.Errorf("answered %s, want %q in it", got, c.want)
			}
		})
	}
}
