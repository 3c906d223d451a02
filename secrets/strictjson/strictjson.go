// Package strictjson reads JSON so that no two readers can understand it
// differently: exact keys, no key twice in one object at any depth (whatever
// its spelling), nothing after the value, valid UTF-8, bounded depth.
// encoding/json alone matches keys without regard to case and lets the last of
// two equal keys win; its successor, which would refuse both, is still behind
// an experiment in Go 1.26.
package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"
)

// What can be wrong, as the second half of a sentence. None of them repeats
// anything that was read.
var (
	ErrUTF8      = errors.New("is not UTF-8")
	ErrBOM       = errors.New("starts with a byte order mark")
	ErrSyntax    = errors.New("is not one JSON value")
	ErrNotObject = errors.New("is not a JSON object")
	ErrDuplicate = errors.New("gives a key twice")
	ErrDepth     = errors.New("is nested too deeply")
)

// A Member is one key of an object with its value as it was written.
type Member struct {
	Key   string
	Value json.RawMessage
}

// Object reads data as one JSON object and gives its members in their order.
// An object or array inside it counts one level; more than depth levels are
// refused. The values share data's memory.
func Object(data []byte, depth int) ([]Member, error) {
	switch {
	case bytes.HasPrefix(data, []byte("\ufeff")):
		return nil, ErrBOM
	case !utf8.Valid(data):
		return nil, ErrUTF8
	case !json.Valid(data): // Token, below, lets some things pass
		return nil, ErrSyntax
	case bytes.TrimLeft(data, " \t\r\n")[0] != '{':
		return nil, ErrNotObject
	}
	return walk(data, depth)
}

// An open is an object or array whose end has not been seen.
type open struct {
	keys  map[string]bool // nil: an array
	value bool            // an object's next token is a value
}

// walk goes through valid JSON once, with a stack of its own.
func walk(data []byte, depth int) ([]Member, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber() // a number beyond float64 is none of our business
	var members []Member
	var stack []open
	var start int64 // where the value of the last member of the outermost object starts, colon and all
	for {
		token, err := decoder.Token()
		if err != nil {
			return nil, ErrSyntax
		}
		if delim, ok := token.(json.Delim); ok && (delim == '}' || delim == ']') {
			stack = stack[:len(stack)-1]
			if len(stack) == 0 {
				return members, nil
			}
		} else if top := len(stack) - 1; top >= 0 && stack[top].keys != nil && !stack[top].value {
			key := token.(string)
			if stack[top].keys[key] {
				return nil, ErrDuplicate
			}
			stack[top].keys[key], stack[top].value = true, true
			if top == 0 {
				members = append(members, Member{Key: key})
				start = decoder.InputOffset()
			}
			continue
		} else if ok {
			if len(stack) > depth {
				return nil, ErrDepth
			}
			next := open{}
			if delim == '{' {
				next.keys = map[string]bool{}
			}
			stack = append(stack, next)
			continue
		}
		// A value has ended; the object that holds it wants a key next.
		top := &stack[len(stack)-1]
		top.value = false
		if len(stack) == 1 {
			value := data[start:decoder.InputOffset()]
			members[len(members)-1].Value = json.RawMessage(bytes.TrimLeft(value, ": \t\r\n"))
		}
	}
}
