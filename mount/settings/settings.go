// Package settings puts one entry into the settings file of another program
// and takes it out again. The file is edited as text, guided by a parser that
// knows where things stand: comments, order, indentation, line ends and
// everything that is not the entry stay the bytes that they were. What cannot
// be done that way is refused, never reformatted.
package settings

import "fmt"

// A Format edits one notation. A path names the entry from the top of the
// file; where tables on the way are missing, Put makes them. All three refuse
// a text that is broken, with an *Error, and never change their argument.
type Format interface {
	// Find decodes what stands at a path; nil where there is nothing. The
	// empty path is the whole file.
	Find(text []byte, path ...string) (*Found, error)
	// Put lays an entry down, in one splice, in place of what is there.
	Put(text []byte, entry Table, path ...string) ([]byte, error)
	// Take takes an entry out, and nothing else.
	Take(text []byte, path ...string) ([]byte, error)
}

// Found is what stands at a path: maps by name, slices, strings, booleans,
// numbers as float64, nil.
type Found struct {
	Value any
	Line  int // where it begins, from 1
}

// A Table is an entry in the order in which it is to be written.
type Table []Field

// A Field is a name with a string, a bool, an int, a []string or a Table.
type Field struct {
	Name  string
	Value any
}

// Value is the table as Find would give it.
func (t Table) Value() map[string]any {
	m := make(map[string]any, len(t))
	for _, f := range t {
		switch v := f.Value.(type) {
		case Table:
			m[f.Name] = v.Value()
		case []string:
			list := make([]any, len(v))
			for i := range v {
				list[i] = v[i]
			}
			m[f.Name] = list
		case int:
			m[f.Name] = float64(v)
		default:
			m[f.Name] = v
		}
	}
	return m
}

// An Error is a place in a file and what is wrong there. It quotes nothing of
// the file but names that this program asked for.
type Error struct {
	Line, Col int // from 1; columns are characters
	What      string
}

func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.What) }

// errorAt makes an Error of an offset.
func errorAt(text []byte, offset int, format string, args ...any) error {
	line, col := position(text, offset)
	return &Error{line, col, fmt.Sprintf(format, args...)}
}
