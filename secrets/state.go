package secrets

import (
	"errors"
	"fmt"
	"slices"

	"connector-browser/secrets/strictjson"
)

// MaxState is the largest login state, in bytes (CB-036).
const MaxState = 4 << 20

// maxDepth bounds how deep a login state may nest. Cookies and local storage
// need four levels; what remains is for records of an indexed database.
const maxDepth = 128

// CleanProfile is the login state of a browser that was never used (CB-033).
const CleanProfile = `{"cookies":[],"origins":[]}`

// CheckState is the auth rule (CB-036): at most 4 MiB of UTF-8 without a byte
// order mark, one JSON object with exactly the keys cookies and origins, both
// arrays, and no key twice in any object at any depth. What the arrays hold is
// the browser's business. The error repeats nothing of the state.
func CheckState(state []byte) error {
	if fault := stateFault(state); fault != nil {
		return fmt.Errorf("the login state %w", fault)
	}
	return nil
}

// stateFault is CheckState without the first half of the sentence.
func stateFault(state []byte) error {
	if len(state) > MaxState {
		return fmt.Errorf("is larger than %d MiB", MaxState>>20)
	}
	members, err := strictjson.Object(state, maxDepth)
	if err != nil {
		return err
	}
	keys := make([]string, len(members))
	for i, m := range members {
		keys[i] = m.Key
	}
	slices.Sort(keys)
	if !slices.Equal(keys, []string{"cookies", "origins"}) {
		return errors.New("must have exactly the keys cookies and origins")
	}
	for _, m := range members {
		if m.Value[0] != '[' {
			return fmt.Errorf("has something other than an array under its key %s", m.Key)
		}
	}
	return nil
}
