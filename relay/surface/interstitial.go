package surface

import "strings"

// maxInterstitial is more than a page that only asks for patience has to say, in
// bytes of its snapshot.
const maxInterstitial = 3000

// moments are what such pages say in their title.
var moments = []string{"just a moment", "bir dakika lütfen", "checking your browser", "one moment, please", "einen moment", "un instant"}

// Interstitial reports whether a page stands in front of another one, and will
// give way to it by itself: by its title or what it says it does, and since there is
// little on it.
func Interstitial(title, page string) bool {
	if len(page) > maxInterstitial {
		return false
	}
	title = strings.ToLower(title)
	for _, words := range moments {
		if strings.Contains(title, words) {
			return true
		}
	}
	return strings.Contains(strings.ToLower(page), "checking your browser")
}
