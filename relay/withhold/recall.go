package withhold

import "slices"

// Bounds of what a session remembers from password fields: a page can show as
// many of them as it likes. The oldest is forgotten first.
const (
	maxRecalled     = 512
	maxRecallLength = pieceLength
)

// fieldLabel stands in place of what a password field holds (CD-092).
const fieldLabel = "password field"

// Remember withholds a value that was typed into a password-like field, from now
// on and wherever it appears: in the error of a call that failed, in the address
// of a form sent by GET. A value that ordinary text is likely to hold (short,
// one word) is not taken; Remember says whether it was.
func (s *Set) Remember(value string) bool {
	return memorable(value) && s.recall([]string{value})
}

// recall adds values to the set, and says whether any was new.
func (s *Set) recall(values []string) bool {
	if len(values) == 0 {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	fresh := false
	for _, value := range values {
		secret := Secret{fieldLabel, value}
		if slices.Contains(s.recalled, secret) {
			continue
		}
		s.recalled = append(s.recalled, secret)
		fresh = true
	}
	if n := len(s.recalled) - maxRecalled; n > 0 {
		s.recalled = slices.Delete(s.recalled, 0, n)
	}
	if fresh {
		s.build()
	}
	return fresh
}

// memorable says whether a field's value can be looked for everywhere without
// eating ordinary words: six characters of two kinds or all digits, or twelve of
// any, and not one character over and over, as a mask is.
func memorable(value string) bool {
	if len(value) > maxRecallLength || isRepeated(value) {
		return false
	}
	var lower, upper, digit, other bool
	for _, r := range value {
		switch {
		case 'a' <= r && r <= 'z':
			lower = true
		case 'A' <= r && r <= 'Z':
			upper = true
		case '0' <= r && r <= '9':
			digit = true
		default:
			other = true
		}
	}
	kinds := 0
	for _, has := range []bool{lower, upper, digit, other} {
		if has {
			kinds++
		}
	}
	capitalized := kinds == 2 && lower && upper && isRepeatedCase(value)
	return len(value) >= 12 || len(value) >= 6 && (kinds > 1 && !capitalized || digit)
}

// isRepeated: "••••••••".
func isRepeated(value string) bool {
	var first rune
	for i, r := range value {
		if i == 0 {
			first = r
		} else if r != first {
			return false
		}
	}
	return true
}

// isRepeatedCase: "Password", one capital and then small letters.
func isRepeatedCase(value string) bool {
	for _, c := range []byte(value[1:]) {
		if c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}
