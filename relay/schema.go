package relay

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"connector-browser/policy"
)

// schemaNode is as much of a JSON Schema as is needed to say in words where a
// value does not fit. What decides whether it fits is the validator.
type schemaNode struct {
	Type       string                 `json:"type"`
	Properties map[string]*schemaNode `json:"properties"`
	Required   []string               `json:"required"`
	Items      *schemaNode            `json:"items"`
	Enum       []any                  `json:"enum"`
	Minimum    *float64               `json:"minimum"`
	Maximum    *float64               `json:"maximum"`
	MinItems   *int                   `json:"minItems"`
	MaxItems   *int                   `json:"maxItems"`
	MaxLength  *int                   `json:"maxLength"`
	AnyOf      []*schemaNode          `json:"anyOf"`
}

// fault names the first place, in a fixed order, where value does not fit.
func (n *schemaNode) fault(path string, value any) string {
	if n == nil {
		return ""
	}
	if n.Properties != nil {
		if object, ok := value.(map[string]any); ok {
			return n.objectFault(path, object)
		}
	}
	for _, alternative := range n.AnyOf {
		if alternative.fault(path, value) == "" {
			return ""
		}
	}
	switch {
	case len(n.AnyOf) > 0:
		return fmt.Sprintf("argument %s fits none of its alternatives", path)
	case n.Enum != nil && !slices.Contains(n.Enum, value):
		return fmt.Sprintf("argument %s must be one of %s", path, list(n.Enum))
	case n.Type != "" && !isType(n.Type, value):
		return fmt.Sprintf("argument %s must be %s", path, article(n.Type))
	}
	if number, ok := value.(float64); ok {
		if n.Minimum != nil && number < *n.Minimum || n.Maximum != nil && number > *n.Maximum {
			return fmt.Sprintf("argument %s is out of range", path)
		}
	}
	if text, ok := value.(string); ok && n.MaxLength != nil && utf8.RuneCountInString(text) > *n.MaxLength {
		return fmt.Sprintf("argument %s has more than %d characters", path, *n.MaxLength)
	}
	if items, ok := value.([]any); ok {
		switch {
		case n.MaxItems != nil && len(items) > *n.MaxItems:
			return fmt.Sprintf("argument %s has more than %d items", path, *n.MaxItems)
		case n.MinItems != nil && len(items) < *n.MinItems:
			return fmt.Sprintf("argument %s has fewer than %d items", path, *n.MinItems)
		}
		for i, item := range items {
			if words := n.Items.fault(fmt.Sprintf("%s[%d]", path, i), item); words != "" {
				return words
			}
		}
	}
	return ""
}

func (n *schemaNode) objectFault(path string, object map[string]any) string {
	takes := slices.Sorted(maps.Keys(n.Properties))
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if n.Properties[name] != nil {
			continue
		}
		words := fmt.Sprintf("there is no argument %s", below(path, shown(name)))
		if near := policy.Nearest(name, takes); near != "" {
			words += fmt.Sprintf("; did you mean %s?", near)
		}
		if len(takes) == 0 {
			return words + "; none is taken"
		}
		return words + "; taken are: " + strings.Join(takes, ", ")
	}
	for _, name := range n.Required {
		if _, given := object[name]; !given {
			return fmt.Sprintf("argument %s is missing", below(path, name))
		}
	}
	for _, name := range takes {
		if value, given := object[name]; given {
			if words := n.Properties[name].fault(below(path, name), value); words != "" {
				return words
			}
		}
	}
	return ""
}

func below(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// shown is a name that may be repeated to whoever sent it: short, and of the
// letters that names are made of.
func shown(name string) string {
	plain := func(r rune) bool {
		return r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	if len(name) > 40 || strings.ContainsFunc(name, func(r rune) bool { return !plain(r) }) {
		return "of that name"
	}
	return name
}

func isType(name string, value any) bool {
	switch v := value.(type) {
	case nil:
		return name == "null"
	case bool:
		return name == "boolean"
	case string:
		return name == "string"
	case float64:
		return name == "number" || name == "integer" && v == float64(int64(v))
	case []any:
		return name == "array"
	default:
		return name == "object"
	}
}

func article(kind string) string {
	if strings.ContainsRune("aeio", rune(kind[0])) {
		return "an " + kind
	}
	return "a " + kind
}

func list(values []any) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = fmt.Sprint(v)
	}
	return strings.Join(words, ", ")
}
