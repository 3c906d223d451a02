package withhold

import (
	"slices"
	"strings"
	"unicode"
)

// ReadsLikeSecret says whether a field with this name, label, placeholder, id or
// locator is one whose value must not be shown (CD-092).
func ReadsLikeSecret(name string) bool {
	words := splitWords(name)
	for _, word := range words {
		if slices.Contains(secretWords, word) {
			return true
		}
	}
	squeezed := strings.Join(words, "")
	for _, part := range secretParts {
		if strings.Contains(squeezed, part) {
			return true
		}
	}
	return false
}

// secretWords count only as whole words: "pin" is in "shipping" too.
var secretWords = []string{
	"pass", "pwd", "pw", "token", "tokens", "secret", "secrets", "pin", "otp", "totp", "mfa", "2fa",
	"cvv", "cvv2", "cvc", "cvc2", "csc", "jwt", "bearer", "credential", "credentials",
	"clave", "geheim", "mdp",
}

// secretParts count wherever they stand, spaces and punctuation left out.
var secretParts = []string{
	"password", "passwd", "passphrase", "passcode", "passkey",
	"onetimecode", "onetimepass", "verificationcode", "authenticationcode", "recoverycode", "backupcode", "securitycode",
	"apikey", "accesskey", "privatekey", "secretkey", "signingkey", "encryptionkey", "seedphrase", "recoveryphrase",
	"accesstoken", "authtoken", "refreshtoken", "clientsecret",
	"creditcard", "cardnumber", "ccnumber", "ccnum", "cccsc", "cardsecurity", "cardverification",
	"passwort", "kennwort", "sicherheitscode", "kartennummer", "motdepasse", "codesecret", "contraseña", "contrasena",
	"senha", "palavrapasse", "wachtwoord", "lösenord", "adgangskode", "salasana", "hasło", "heslo", "jelszó",
	"şifre", "пароль", "κωδικόςπρόσβασης", "סיסמה", "كلمةالمرور",
	"パスワード", "暗証番号", "密码", "密碼", "口令", "비밀번호", "รหัสผ่าน", "mậtkhẩu",
}

// splitWords cuts a name at everything that is no letter or digit, and where a
// small letter meets a capital: "newApiKey" is three words.
func splitWords(name string) []string {
	var words []string
	var word strings.Builder
	var last rune
	end := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	for _, r := range name {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			if unicode.IsUpper(r) && unicode.IsLower(last) {
				end()
			}
			word.WriteRune(unicode.ToLower(r))
		default:
			end()
		}
		last = r
	}
	end()
	return words
}
