package surface

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
)

// prefixes are the forms of a target that the upstream does not know, or takes
// for less exact than they are meant (CD-075), and what it knows instead.
var prefixes = []struct {
	prefix string
	form   func(value string) string
}{
	{"text=", func(v string) string { return "internal:text=" + exact(v) }},
	{"text*=", func(v string) string { return "internal:text=" + quoted(v) + "i" }},
	{"label=", func(v string) string { return "internal:label=" + exact(v) }},
	{"placeholder=", attribute("internal:attr", "placeholder")},
	{"alt=", attribute("internal:attr", "alt")},
	{"title=", attribute("internal:attr", "title")},
	{"testid=", attribute("internal:testid", "data-testid")},
	{"name=", func(v string) string { return "css=[name=" + quoted(v) + "]" }},
	{"tag=", tag},
	{"ref=", func(v string) string { return v }},
	{"role=", role},
}

// Selector is a target in the words of the upstream. What is written in them
// already stays as it is.
func Selector(target string) string {
	for _, p := range prefixes {
		if value, found := strings.CutPrefix(target, p.prefix); found && value != "" && !strings.Contains(value, " >> ") {
			return p.form(value)
		}
	}
	return target
}

// exact is a text that has to be the whole of what it is held against. One that
// is in quotes already, or a pattern, is the upstream's own form.
func exact(value string) string {
	if first, last := value[0], value[len(value)-1]; len(value) > 1 && (first == '/' || first == '"' && last == '"') {
		return value
	}
	return quoted(value) + "s"
}

// quoted is a text in double quotes, as the upstream's selectors and CSS read it.
func quoted(value string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(value) + `"`
}

func attribute(engine, name string) func(string) string {
	return func(value string) string { return engine + "=[" + name + "=" + quoted(value) + "s]" }
}

var isTag = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9-]*$`)

// tag is an element by its tag. What is none is left for the upstream to refuse.
func tag(value string) string {
	if !isTag.MatchString(value) {
		return "tag=" + value
	}
	return "css=" + value
}

var bareName = regexp.MustCompile(`^([a-zA-Z]+)\[name=([^"'/].*)\]$`)

// role puts quotes around a name that has none.
func role(value string) string {
	if m := bareName.FindStringSubmatch(value); m != nil {
		value = m[1] + "[name=" + quoted(m[2]) + "]"
	}
	return "role=" + value
}

// Targets gives arguments whose targets are in the words of the upstream, and those
// that had to be put into them as they came. Arguments without one come back as they
// are.
func Targets(arguments json.RawMessage) (out json.RawMessage, were []string) {
	if !bytes.Contains(arguments, []byte("arget")) {
		return arguments, nil
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(arguments, &members) != nil {
		return arguments, nil
	}
	for _, name := range []string{"target", "startTarget", "endTarget"} {
		var target string
		if json.Unmarshal(members[name], &target) != nil {
			continue
		}
		if selector := Selector(target); selector != target {
			members[name] = encode(selector)
			were = append(were, target)
		}
	}
	var fields []json.RawMessage
	if json.Unmarshal(members["fields"], &fields) == nil {
		for i, field := range fields {
			changed, inside := Targets(field)
			if inside != nil {
				fields[i], members["fields"] = changed, nil
				were = append(were, inside...)
			}
		}
		if members["fields"] == nil {
			members["fields"] = encode(fields)
		}
	}
	if were == nil {
		return arguments, nil
	}
	return encode(members), were
}

// encode never fails: what it is given was JSON before. Characters of selectors
// stay what they are.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
