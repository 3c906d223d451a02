// Package strictjson reads JSON (RFC 8259) with no leniency, so that two
// readers of one text cannot disagree about what it says: valid UTF-8 without a
// byte order mark, member names compared by case after their escapes are
// decoded, no name twice in one object, nothing after the value, a bounded
// depth. The standard decoder accepts all of these, and matches names without
// regard to case, which is how a refused name is smuggled past a check.
package strictjson

import (
	"errors"
	"fmt"
)

// MaxDepth bounds how deep objects and arrays may be nested.
const MaxDepth = 256

// The ways in which a text can fail to be strict JSON. No error quotes the text.
var (
	ErrSyntax    = errors.New("not one well-formed JSON value")
	ErrUTF8      = errors.New("not valid UTF-8")
	ErrDuplicate = errors.New("a member name stands twice in one object")
	ErrDepth     = fmt.Errorf("nested deeper than %d levels", MaxDepth)
)

// Member is one name and value of an object: the name decoded, the value as the
// bytes that stand in the text.
type Member struct {
	Name  string
	Value []byte
}
