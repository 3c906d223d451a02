package relay

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"connector-browser/policy"
	"connector-browser/strictjson"
)

// NamedSecret is a value that a person keeps under a name. Whoever writes
// {{NAME}} into typed text has the value typed without seeing it.
type NamedSecret struct {
	Name  string
	Hosts []policy.Pattern // where it may be typed

	// Code says that the value is a one-time code of the moment (RFC 6238),
	// which {{NAME.totp}} stands for; of any other secret {{NAME}} does.
	Code  bool
	Value func() (string, error)
}

// Placeholder is what stands for the secret in typed text.
func (n *NamedSecret) Placeholder() string {
	if n.Code {
		return "{{" + n.Name + ".totp}}"
	}
	return "{{" + n.Name + "}}"
}

// where lists the secret's hosts for a sentence.
func (n *NamedSecret) where() string {
	var hosts []string
	for _, p := range n.Hosts {
		hosts = append(hosts, p.String())
	}
	return strings.Join(hosts, ", ")
}

var placeholder = regexp.MustCompile(`\{\{([A-Za-z][A-Za-z0-9_-]{0,63})(\.totp)?\}\}`)

// named finds the secret with this name.
func (r *Relay) named(name string) *NamedSecret {
	for i := range r.config.Secrets {
		if r.config.Secrets[i].Name == name {
			return &r.config.Secrets[i]
		}
	}
	return nil
}

// wanted are the secrets that a text names, each once. What names none that
// exists is ordinary text. The error says of one that exists how it is written.
func (r *Relay) wanted(text string) (found []*NamedSecret, err error) {
	seen := map[*NamedSecret]bool{}
	for _, match := range placeholder.FindAllStringSubmatch(text, -1) {
		n := r.named(match[1])
		switch {
		case n == nil || seen[n]:
		case match[0] != n.Placeholder():
			return nil, fmt.Errorf("the secret %s is written %s", n.Name, n.Placeholder())
		default:
			seen[n] = true
			found = append(found, n)
		}
	}
	return found, nil
}

// mentioned is a secret that arguments name, in whatever spelling; nil where they
// name none that exists.
func (r *Relay) mentioned(arguments json.RawMessage) *NamedSecret {
	var value any
	json.Unmarshal(arguments, &value)
	for _, match := range placeholder.FindAllSubmatch(encode(value), -1) { // no brace or letter is escaped there
		if n := r.named(string(match[1])); n != nil {
			return n
		}
	}
	return nil
}

// reveal puts the values of existing secrets in the places of their names.
func (r *Relay) reveal(text string) (string, error) {
	var failed error
	revealed := placeholder.ReplaceAllStringFunc(text, func(match string) string {
		n := r.named(placeholder.FindStringSubmatch(match)[1])
		if n == nil {
			return match
		}
		value, err := n.Value()
		switch {
		case err != nil:
			failed = fmt.Errorf("the secret %s has no value: %w", n.Name, err)
		case n.Code:
			// A code is six digits that may stand on any page by chance, so it
			// is remembered like what a password field holds, and forgotten as
			// such things are.
			r.config.Withhold.Remember(value)
		}
		return value
	})
	return revealed, failed
}

// tellNames says in a tool's description which secrets may be typed, and where.
func (r *Relay) tellNames(tool string, declaration json.RawMessage) json.RawMessage {
	if len(r.config.Secrets) == 0 || !types(tool) {
		return declaration
	}
	var list []string
	for i := range r.config.Secrets {
		n := &r.config.Secrets[i]
		list = append(list, n.Placeholder()+" on "+n.where())
	}
	names := strings.Join(list, "; ")
	switch {
	case !r.config.Agent:
		names = ". Secrets that the person keeps can be typed without being seen, by their names in double braces: " + names
	case tool == "browser_fill_form" && r.allows("browser_type"): // once is enough
		names = ". Secrets as in browser_type"
	default:
		names = ". The person's secrets are typed unseen, by name: " + names
	}
	return describeMore(declaration, names)
}

// describeMore adds to the description in a tool's declaration; every other
// byte of it stays.
func describeMore(declaration json.RawMessage, more string) json.RawMessage {
	members, err := strictjson.Outline(declaration)
	if err != nil {
		return declaration
	}
	for i, m := range members {
		if description, err := strictjson.Unquote(m.Value); m.Name == "description" && err == nil {
			members[i].Value = quote(description + more)
		}
	}
	return join(members)
}
