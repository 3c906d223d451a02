package secrets

import (
	"errors"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"
)

// errCodeKey repeats nothing of the key.
var errCodeKey = errors.New("the value is no key of one-time codes; give what the site shows: an otpauth://totp/ address, or the key in base32")

// IsCodeKey reports whether a value is the address of a key of one-time codes,
// as the QR code of a site holds it.
func IsCodeKey(value string) bool { return strings.HasPrefix(strings.ToLower(value), "otpauth:") }

// CodeAt is the one-time code of a moment (RFC 6238). A key without an address
// makes codes as every site does that says nothing else: SHA-1, six digits,
// thirty seconds.
func (n Named) CodeAt(when time.Time) (string, error) {
	key, options := n.Value, totp.ValidateOpts{Period: 30, Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1}
	if IsCodeKey(key) {
		address, err := otp.NewKeyFromURL(key)
		if err != nil || address.Type() != "totp" || address.Period() == 0 || address.Period() > 3600 {
			return "", errCodeKey
		}
		key, options = address.Secret(), totp.ValidateOpts{Period: uint(address.Period()), Digits: address.Digits(), Algorithm: address.Algorithm()}
		if options.Digits != otp.DigitsSix && options.Digits != otp.DigitsEight {
			return "", errCodeKey
		}
	}
	if key = bareKey(key); len(key) < 8 { // forty bits; RFC 4226 wants far more
		return "", errCodeKey
	}
	code, err := totp.GenerateCodeCustom(key, when, options)
	if err != nil {
		return "", errCodeKey
	}
	return code, nil
}

// CodeKey is the bare key in base32, which must not be seen any more than the
// address that it stands in.
func (n Named) CodeKey() string {
	if address, err := otp.NewKeyFromURL(n.Value); err == nil && IsCodeKey(n.Value) {
		return bareKey(address.Secret())
	}
	return bareKey(n.Value)
}

// bareKey takes out the spaces and hyphens with which sites make a key easier
// to read.
func bareKey(key string) string {
	return strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(key))
}
