package snapshot

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxChars bounds a name, a value, a link's target and a text (CD-095).
const maxChars = 80

// clip is text in one line, without control characters, of at most limit
// characters; what was cut is an ellipsis.
func clip(text string, limit int) string {
	text = strings.Join(strings.FieldsFunc(text, isBlank), " ")
	if len(text) <= limit || utf8.RuneCountInString(text) <= limit {
		return text
	}
	for i := range text {
		if limit--; limit == 0 {
			return strings.TrimRight(text[:i], " ") + "…"
		}
	}
	return text
}

// isBlank says whether a character shows nothing, or could pass for a line's end.
func isBlank(r rune) bool {
	return r <= ' ' || r >= 0x7f && r <= 0xa0 || r == '\u200b' || r == '\u2028' || r == '\u2029' || r == '\ufeff'
}

// quote is text in double quotes, so that no name can pass for more than a name.
func quote(text string) string {
	return `"` + quoting.Replace(clip(text, maxChars)) + `"`
}

var quoting = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// Words that say what a control is for. They are a help in spending the budget:
// a page in another language is shown as well, only less well sorted.
var (
	sortWords    = words(`sort|order by|filter|refine|sırala|filtre|sortier|filtern|trier|filtrer|ordenar|filtrar|ordina|filtra`)
	searchWords  = words(`search|find|suche|suchen|ara|arama|rechercher|recherche|buscar|cerca|zoeken|sök`)
	primaryWords = words(`add to (?:cart|bag|basket)|buy|buy now|checkout|place order|save|submit|sign in|log in|login|continue|next|confirm|apply|pay|pay now|send|sepete ekle|kaydet|gönder|giriş yap|satın al|in den warenkorb|speichern|absenden|anmelden|kaufen|weiter|enregistrer|envoyer|guardar|enviar`)
	cookieWords  = words(`cookie|cookies|gdpr|consent|çerez|çerezler|datenschutz`)
)

// words matches any of the alternatives as whole words.
func words(alternatives string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|[^\pL\pN])(?:` + alternatives + `)(?:$|[^\pL\pN])`)
}

// price is text like 1.234,56 TL or $19.99 (SN-030).
var price = regexp.MustCompile(`(?:[$€£¥₺₹]|(?:^|[^\pL])(?:USD|EUR|GBP|TRY|TL|CHF))\s?[0-9][0-9.,]*|[0-9][0-9.,]*\s?(?:[€£¥₺₹]|(?:TL|USD|EUR|GBP|TRY|CHF|kr|zł)(?:$|[^\pL]))`)

// hasPrice looks at short texts only: prose that names a sum is no card.
func hasPrice(text string) bool { return len(text) <= maxChars && price.MatchString(text) }

// The roles that matter, by what they are to an agent.
var (
	pressed   = []string{"button", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "option", "treeitem", "checkbox", "radio", "switch", "slider", "listbox"}
	toggles   = []string{"checkbox", "radio", "switch", "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "treeitem"}
	inline    = []string{"text", "emphasis", "strong", "code", "link", "superscript", "subscript", "time", "mark", "insertion", "deletion", "generic", "img", "term"}
	statuses  = []string{"status", "alert", "log", "timer", "marquee", "caption", "progressbar", "meter", "figure"}
	landmarks = []string{"form", "search", "navigation", "region", "group", "radiogroup", "list", "menu", "menubar", "tablist", "tabpanel", "toolbar", "tree", "table", "grid", "treegrid", "article", "feed"}
	surrounds = []string{"banner", "navigation", "contentinfo", "complementary"}
	cells     = []string{"cell", "gridcell", "columnheader", "rowheader"}
	dialogs   = []string{"dialog", "alertdialog"}
)

func in(role string, roles []string) bool { return slices.Contains(roles, role) }
