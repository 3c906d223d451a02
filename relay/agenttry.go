package relay

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"connector-browser/relay/surface"
)

// The scripts with which a call tries harder. Each is fixed, and is given its
// arguments as JSON.
var (
	//go:embed agentchoose.js
	chooseScript string
	//go:embed agentuncover.js
	uncoverScript string
	//go:embed agentscroll.js
	scrollScript string
)

// fixedScript is the call that runs a script of ours beside the page.
func fixedScript(script string, arguments any) json.RawMessage {
	safe := strings.ReplaceAll(string(encode(arguments)), "`", `\u0060`)
	return tool(runCode, map[string]string{"code": strings.Replace(strings.TrimSpace(script), "ARGUMENTS", safe, 1)})
}

// make makes the call of a tool. Where the upstream refuses for a reason that a
// person would know a way around, that way is taken once: an open dialog in the
// way of a navigation, a page that does not stay, hidden matches beside the one that
// is meant, something that only looks like a select, a field that something lies
// over. A step of a batch is made as it was written (CD-056).
func (s *agent) make(ctx context.Context, child *session, x *Exchange) (got, error) {
	switch {
	case x.Tool == "browser_wait_for" && downloadWanted(x.arguments) != "":
		return s.awaitDownload(ctx, child, downloadWanted(x.arguments))
	case x.place != "":
		return s.call(ctx, child, x.Message.Params)
	case x.Tool == "browser_navigate" && s.blocked != "":
		return s.dismissed(ctx, child, x)
	}
	made, err := s.call(ctx, child, x.Message.Params)
	if x.Tool == "browser_navigate" && err == nil && !made.isError {
		if s.roams && !arrived(made, x) { // the page was faster
			return s.escaped(ctx, child, x)
		}
		s.roams = false
	}
	if err != nil || !made.isError || x.script != "" {
		return made, err
	}
	switch {
	case x.Tool == "browser_select_option" && s.relay.mayClick() && strings.Contains(made.text, "Element is not a <select> element"):
		return s.choose(ctx, child, x, made)
	case x.Tool == "browser_navigate" && s.roams && strings.Contains(made.text, "is interrupted by another navigation"):
		return s.escaped(ctx, child, x)
	case strings.Contains(made.text, "strict mode violation"):
		return s.visible(ctx, child, x, made)
	case x.Tool == "browser_type" && s.relay.mayClick() && covered.MatchString(made.text):
		return s.uncover(ctx, child, x, made)
	}
	return made, nil
}

// arrived reports whether a navigation led to the address that was asked for.
func arrived(made got, x *Exchange) bool {
	var asked struct{ URL string }
	json.Unmarshal(x.arguments, &asked)
	return strings.Contains(made.text, "- Page URL: "+strings.TrimSuffix(asked.URL, "/"))
}

// mayClick says whether the policy lets a client click without a person's yes: a
// call that tries harder does nothing that its caller could not.
func (r *Relay) mayClick() bool {
	wanted, _ := r.config.Policy.Tools.Confirm(clickTool)
	return r.allows(clickTool) && !wanted
}

var covered = regexp.MustCompile(`(?s)Timeout \d+ms exceeded.*(?:intercepts pointer events|element is not (?:editable|enabled))`)

// choose takes an option of something that is no select (SN-053).
func (s *agent) choose(ctx context.Context, child *session, x *Exchange, refused got) (got, error) {
	var given struct {
		Target string   `json:"target"`
		Values []string `json:"values"`
	}
	json.Unmarshal(x.arguments, &given)
	given.Target = located(given.Target)
	made, err := s.call(ctx, child, fixedScript(chooseScript, given))
	if err != nil || made.isError {
		return refused, err
	}
	var chosen struct {
		Tag     string
		Chosen  bool
		Options []string
	}
	if !scripted(made, &chosen) {
		return refused, nil
	}
	if !chosen.Chosen {
		words := fmt.Sprintf("the <%s> is no select and shows no such option", clip(chosen.Tag))
		if len(chosen.Options) > 0 {
			words += "; it shows: " + strings.Join(chosen.Options, ", ")
		}
		refused.text = "### Error\n" + words
		return refused, nil
	}
	made.sections = nil
	return made, nil
}

// visible makes the call with the one of several matches that can be seen, and
// says so (SN-031). Where several can, the call stays ambiguous.
func (s *agent) visible(ctx context.Context, child *session, x *Exchange, refused got) (got, error) {
	var arguments map[string]json.RawMessage
	var target string
	json.Unmarshal(x.arguments, &arguments)
	if json.Unmarshal(arguments["target"], &target) != nil || strings.HasPrefix(target, "getBy") || strings.HasPrefix(target, "locator(") {
		return refused, nil
	}
	arguments["target"] = encode(target + " >> visible=true")
	made, err := s.call(ctx, child, tool(x.Tool, arguments))
	if err != nil || made.isError {
		return refused, err
	}
	made.sections = append([]surface.Section{{Body: "of several matches the visible one was used"}}, made.sections...)
	return made, nil
}

// uncover types into a field that something lies over (SN-062).
func (s *agent) uncover(ctx context.Context, child *session, x *Exchange, refused got) (got, error) {
	var given struct {
		Target string `json:"target"`
		Text   string `json:"text"`
		Submit bool   `json:"submit"`
	}
	json.Unmarshal(x.arguments, &given)
	given.Target = located(given.Target)
	made, err := s.call(ctx, child, fixedScript(uncoverScript, given))
	if err != nil || made.isError {
		return refused, err
	}
	made.sections = nil
	return made, nil
}

// located is a target as a locator takes it.
func located(target string) string {
	if surface.IsRef(target) {
		return "aria-ref=" + strings.TrimPrefix(target, "aria-ref=")
	}
	return target
}

// scripted reads what a script of ours gave.
func scripted(g got, v any) bool {
	said, _, _ := strings.Cut(surface.Body(g.sections, "Result"), "\n")
	return json.Unmarshal([]byte(said), v) == nil
}
