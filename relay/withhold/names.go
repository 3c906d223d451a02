package withhold

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"
)

// ReadsLikeSecret says whether a field with this name, label, placeholder, id or
// locator is one whose value must not be shown (CD-092).
func ReadsLikeSecret(name string) bool {
	squeezed := make([]byte, 0, 128)
	start := 0 // of the word, in squeezed
	word := func() bool {
		w := string(squeezed[start:])
		start = len(squeezed)
		return slices.Contains(secretWords, w)
	}
	var last rune
	for _, r := range name {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			if unicode.IsUpper(r) && unicode.IsLower(last) && word() {
				return true
			}
			squeezed = utf8.AppendRune(squeezed, unicode.ToLower(r))
		case start < len(squeezed) && word():
			return true
		}
		last = r
	}
	if word() {
		return true
	}
	for i, c := range squeezed {
		for _, part := range partsByFirst[c] {
			if bytes.HasPrefix(squeezed[i:], part) {
				return true
			}
		}
	}
	return false
}

// partsByFirst are the secretParts by their first byte.
var partsByFirst = func() (parts [256][][]byte) {
	for _, part := range secretParts {
		parts[part[0]] = append(parts[part[0]], []byte(part))
	}
	return parts
}()

// secretWords count only as whole words: "pin" is in "shipping" too. A word ends
// at whatever is no letter or digit, and where a small letter meets a capital.
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
