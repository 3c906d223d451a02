package demo

import (
	"encoding/base64"
	"encoding/hex"
	"net/url"
)

// spellings are the forms in which a value might leave: as it is, in hex,
// percent-encoded, and in base64 at all three alignments. Of base64 only the
// characters count that the value alone decides.
func spellings(value string) []string {
	forms := []string{value, hex.EncodeToString([]byte(value)), url.QueryEscape(value)}
	for shift := range 3 {
		padded := append(make([]byte, shift), value...)
		encoded := base64.RawStdEncoding.EncodeToString(padded)
		from := (shift*8 + 5) / 6 // first character without a bit of what came before
		to := len(padded) * 8 / 6 // first character with a bit of what comes after
		forms = append(forms, encoded[from:to])
	}
	return forms
}
