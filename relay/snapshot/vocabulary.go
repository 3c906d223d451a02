package snapshot

import (
	"regexp"
	"strings"
	"unicode"
)

// Words that say what a control is for. They are a help in spending the budget:
// a page in another language is shown as well, only less well sorted.
var (
	sortWords    = words("sort|order by|filter|filters|refine|sırala|filtre|sortieren|filtern|trier|filtrer|ordenar|filtrar|ordina|filtra")
	searchWords  = words("search|find|suche|suchen|ara|arama|rechercher|recherche|buscar|cerca|zoeken|sök")
	primaryWords = words("add to cart|add to bag|add to basket|buy|buy now|checkout|place order|save|submit|sign in|log in|login|continue|next|confirm|apply|pay|send|" +
		"sepete ekle|kaydet|gönder|giriş yap|satın al|in den warenkorb|speichern|absenden|anmelden|kaufen|weiter|enregistrer|envoyer|guardar|enviar")
	cookieWords = words("cookie|cookies|gdpr|consent|çerez|çerezler|datenschutz")
)

// A vocabulary is a set of words, and of phrases of up to four words.
type vocabulary map[string]bool

func words(alternatives string) vocabulary {
	v := make(vocabulary)
	for phrase := range strings.SplitSeq(alternatives, "|") {
		v[phrase] = true
	}
	return v
}

// speaks says whether one of the words stands in the first few hundred
// characters of text, as a word of its own.
func (v vocabulary) speaks(text string) bool {
	if len(text) > 4*maxChars {
		text = text[:4*maxChars]
	}
	text = strings.ToLower(text)
	var starts [4]int // of the last words
	known, start := 0, -1
	for i, r := range text + " " {
		isWord := unicode.IsLetter(r) || unicode.IsDigit(r)
		switch {
		case isWord && start < 0:
			start = i
		case !isWord && start >= 0:
			copy(starts[1:], starts[:3])
			starts[0], start, known = start, -1, min(known+1, 4)
			for _, from := range starts[:known] {
				if v[text[from:i]] {
					return true
				}
			}
		}
	}
	return false
}

// price is text like 1.234,56 TL or $19.99 (SN-030).
var price = regexp.MustCompile(`(?:[$€£¥₺₹]|(?:^|[^\pL])(?:USD|EUR|GBP|TRY|TL|CHF))\s?[0-9][0-9.,]*|[0-9][0-9.,]*\s?(?:[€£¥₺₹]|(?:TL|USD|EUR|GBP|TRY|CHF|kr|zł)(?:$|[^\pL]))`)

// hasPrice looks at short texts only: prose that names a sum is no card.
func hasPrice(text string) bool {
	return len(text) <= maxChars && strings.ContainsAny(text, "0123456789") && hasCurrency(text) && price.MatchString(text)
}

// hasCurrency spares most texts the pattern.
func hasCurrency(text string) bool {
	if strings.ContainsAny(text, "$€£¥₺₹") {
		return true
	}
	for _, word := range []string{"TL", "USD", "EUR", "GBP", "TRY", "CHF", "kr", "zł"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}
