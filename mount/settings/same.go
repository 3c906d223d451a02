package settings

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
)

// errUneditable is a text that is well formed, and yet written in a way in
// which the edit would have changed something else.
var errUneditable = errors.New("is written in a way that this program cannot edit without touching the rest")

// Uneditable says whether an error means that the file must be edited by hand.
func Uneditable(err error) bool { return errors.Is(err, errUneditable) }

// checkPut compares a file before and after Put: the entry is there, and
// nothing else is otherwise. It is the last word of every edit.
func checkPut(f Format, before, after []byte, entry Table, path []string) ([]byte, error) {
	found, err := f.Find(after, path...)
	if err != nil || found == nil || !same(found.Value, entry.Value()) {
		return nil, fmt.Errorf("%w", errUneditable)
	}
	return after, sameOthers(f, before, after, path)
}

// checkTake compares a file before and after Take.
func checkTake(f Format, before, after []byte, path []string) ([]byte, error) {
	if found, err := f.Find(after, path...); err != nil || found != nil {
		return nil, fmt.Errorf("%w", errUneditable)
	}
	return after, sameOthers(f, before, after, path)
}

func sameOthers(f Format, before, after []byte, path []string) error {
	a, err := f.Find(before)
	if err != nil {
		return err
	}
	b, err := f.Find(after)
	if err != nil {
		return fmt.Errorf("%w", errUneditable)
	}
	if !same(without(a, path), without(b, path)) {
		return fmt.Errorf("%w", errUneditable)
	}
	return nil
}

// without is the whole file less one entry, and less the tables on its path
// that hold nothing else.
func without(found *Found, path []string) any {
	if found == nil {
		return nil
	}
	return prune(found.Value, path)
}

func prune(value any, path []string) any {
	table, ok := value.(map[string]any)
	if !ok {
		return value
	}
	rest := make(map[string]any, len(table))
	for name, v := range table {
		if len(path) > 0 && name == path[0] {
			if v = prune(v, path[1:]); len(path) == 1 || v == nil {
				continue
			}
		}
		rest[name] = v
	}
	if len(rest) == 0 {
		return nil
	}
	return rest
}

// same compares decoded values; not a number equals itself.
func same(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for name := range a {
			other, ok := b[name]
			if !ok || !same(a[name], other) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !same(a[i], b[i]) {
				return false
			}
		}
		return true
	case float64:
		b, ok := b.(float64)
		return ok && (a == b || a != a && b != b)
	}
	return reflect.DeepEqual(a, b)
}

// Holds says whether a found value has all that an entry has; what else it
// has is the person's own.
func Holds(value any, entry Table) bool {
	table, ok := value.(map[string]any)
	if !ok {
		return false
	}
	for name, want := range entry.Value() {
		if nested, ok := want.(map[string]any); ok {
			have, ok := table[name].(map[string]any)
			if !ok {
				return false
			}
			for k := range nested {
				if !same(nested[k], have[k]) {
					return false
				}
			}
		} else if !same(want, table[name]) {
			return false
		}
	}
	return true
}

// Undo takes back a Put: before is the file as it was, text the file as it is
// now. Where Put's own splice still stands in text, once, it is taken back to
// the byte, with the tables and the white space that it brought. ok is false
// where somebody has been at it since.
func Undo(f Format, before, text []byte, entry Table, path ...string) (restored []byte, ok bool) {
	laid, err := f.Put(before, entry, path...)
	if err != nil {
		return nil, false
	}
	if bytes.Equal(laid, text) {
		return before, true
	}
	from, to := 0, 0 // what before and laid share at their ends
	for from < len(before) && before[from] == laid[from] {
		from++
	}
	for to < len(before)-from && to < len(laid)-from && before[len(before)-1-to] == laid[len(laid)-1-to] {
		to++
	}
	old, put := before[from:len(before)-to], laid[from:len(laid)-to]
	if len(put) == 0 || bytes.Count(text, put) != 1 {
		return nil, false
	}
	restored = bytes.Replace(text, put, old, 1)
	was, err1 := f.Find(before, path...)
	is, err2 := f.Find(restored, path...)
	if err1 != nil || err2 != nil || (was == nil) != (is == nil) || was != nil && !same(was.Value, is.Value) {
		return nil, false
	}
	return restored, sameOthers(f, text, restored, path) == nil && !danglingComma(f, text, restored)
}

// danglingComma says whether an edit has left a comma before a closing bracket
// where there was none: some readers put up with it, and nobody has asked for
// it.
func danglingComma(f Format, before, after []byte) bool {
	j, ok := f.(JSON)
	if !ok {
		return false
	}
	j.TrailingCommas = false
	_, err1 := j.scan(before)
	_, err2 := j.scan(after)
	return err1 == nil && err2 != nil
}
