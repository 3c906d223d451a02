package withhold

import (
	"math"
	"strings"
	"unicode"
)

// randomness estimates the bits in a run of letters and digits: as much as its
// alphabet allows where the run looks drawn at random, and only for the parts
// that are neither a word nor a short number where it does not.
func randomness(token string) float64 {
	atoms := split(token)
	length := len([]rune(token))
	if hexDigits(token) && length >= 12 && strings.ContainsAny(token, "0123456789") && len(atoms) > 1 {
		return 4 * float64(length)
	}
	if length >= 8 && float64(length)/float64(len(atoms)) < 3 {
		return float64(length) * math.Log2(alphabet(token))
	}
	bits := 0.0
	for _, atom := range atoms {
		switch n := len([]rune(atom)); {
		case isDigits(atom):
			if n > 5 {
				bits += 3.32 * float64(n)
			}
		case !isWord(atom):
			bits += 4.7 * float64(n)
		}
	}
	return bits
}

// split cuts a token where letters meet digits and at capitals: "darkMode2" is
// "dark", "Mode" and "2".
func split(token string) []string {
	var atoms []string
	start, last := 0, rune(0)
	for i, r := range token {
		if i > 0 && (unicode.IsDigit(r) != unicode.IsDigit(last) || unicode.IsUpper(r) && !unicode.IsUpper(last)) {
			atoms = append(atoms, token[start:i])
			start = i
		}
		last = r
	}
	return append(atoms, token[start:])
}

func hexDigits(token string) bool {
	return strings.Trim(token, "0123456789abcdef") == "" || strings.Trim(token, "0123456789ABCDEF") == ""
}

// alphabet is the size of the set that the token's characters are drawn from.
func alphabet(token string) float64 {
	if hexDigits(token) {
		return 16
	}
	var lower, upper, digit bool
	for _, r := range token {
		lower = lower || unicode.IsLower(r)
		upper = upper || unicode.IsUpper(r)
		digit = digit || unicode.IsDigit(r)
	}
	size := 0.0
	for _, part := range []struct {
		has  bool
		size float64
	}{{lower, 26}, {upper, 26}, {digit, 10}} {
		if part.has {
			size += part.size
		}
	}
	return max(size, 10)
}

// isWord: letters that can be pronounced. Other scripts than Latin count as
// words; tokens are not drawn from them.
func isWord(atom string) bool {
	consonants, vowels, letters := 0, 0, 0
	for _, r := range strings.ToLower(atom) {
		letters++
		switch {
		case r > unicode.MaxASCII:
			return true
		case strings.ContainsRune("aeiouy", r):
			vowels++
			consonants = 0
		default:
			if consonants++; consonants > 5 {
				return false
			}
		}
	}
	return letters < 4 || vowels > 0 && letters < 24
}
