package relay

// nearest gives the word that was probably meant, or none where nothing is
// near: at most a third of its letters differ.
func nearest(word string, words []string) string {
	best, least := "", len(word)/3+1
	for _, w := range words {
		if len(word) > 2*len(w) {
			continue // far, whatever its letters
		}
		if d := distance(word, w); d < least {
			best, least = w, d
		}
	}
	return best
}

// distance is the Levenshtein distance in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
