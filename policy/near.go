package policy

import (
	"fmt"
	"strings"
)

// Nearest is the word of the list that was most likely meant, or "" when none
// is near: the smallest edit distance (insert, delete, replace, swap of
// neighbours), at most a third of the word, letter case for nothing. A word
// that only lacks the list's "browser_" in front is near too.
func Nearest(word string, list []string) string {
	best, limit := "", len(word)/3+1
	lower := strings.ToLower(word)
	if len(lower) > 64 {
		return "" // no word of ours is that long
	}
	for _, candidate := range list {
		if strings.TrimPrefix(candidate, "browser_") == lower {
			return candidate
		}
		if d := distance(lower, strings.ToLower(candidate)); d <= limit {
			best, limit = candidate, d-1
		}
	}
	return best
}

// distance is the optimal string alignment distance of two words.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(a)][len(b)]
}

// didYouMean ends a sentence about a wrong word with the right one, or with the
// whole list where that is short.
func didYouMean(word string, list []string) string {
	if near := Nearest(word, list); near != "" {
		return fmt.Sprintf("; did you mean %q", near)
	}
	if len(list) > 0 && len(list) <= 8 {
		return "; it may be " + strings.Join(list, ", ")
	}
	return ""
}

// quote shows a word of the policy in an error: escaped, and never more of it
// than a person needs to find it again.
func quote(s string) string {
	const most = 80
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return fmt.Sprintf("%q", s)
}
