package secrets

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// MaxState is the largest login state, in bytes (CB-036).
const MaxState = 4 << 20

// CleanProfile is the login state of a browser that was never used (CB-033).
const CleanProfile = `{"cookies":[],"origins":[]}`

// CheckState is the auth rule (CB-036): at most 4 MiB of UTF-8 without a byte
// order mark, one JSON object with exactly the keys cookies and origins, both
// arrays, and no key twice in any object at any depth; and in the arrays nothing
// that the pinned upstream refuses, since it would then refuse every call of the
// session. The error names the place and repeats nothing of the state.
func CheckState(state []byte) error {
	if fault := stateFault(state); fault != nil {
		return fmt.Errorf("the login state %w", fault)
	}
	return nil
}

// stateFault is CheckState without the first half of the sentence.
func stateFault(state []byte) error {
	if err := outlineFault(state); err != nil {
		return err
	}
	var o object
	if err := json.Unmarshal(state, &o); err != nil {
		return errors.New("holds a number that is too large")
	}
	return memberFault(o)
}

// outlineFault looks at everything but what the arrays hold.
func outlineFault(state []byte) error {
	if len(state) > MaxState {
		return fmt.Errorf("is larger than %d MiB", MaxState>>20)
	}
	found, err := members(state)
	if err != nil {
		return err
	}
	var keys []string
	for _, m := range found {
		keys = append(keys, m.Name)
	}
	slices.Sort(keys)
	if !slices.Equal(keys, []string{"cookies", "origins"}) {
		return errors.New("must have exactly the keys cookies and origins")
	}
	for _, m := range found {
		if m.Value[0] != '[' {
			return fmt.Errorf("has something other than an array under its key %s", m.Name)
		}
	}
	return nil
}
