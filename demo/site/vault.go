package site

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base32"
	"net/http"
	"time"

	"github.com/pquerna/otp/totp"
)

// vaultCookie names the cookie that carries a login to the vault. Scripts do
// not see it.
const vaultCookie = "vault"

// Vault is a part of the site that wants a password and a one-time code, as
// things that matter do.
type Vault struct{ Password, Key, Session string }

func newVault() Vault {
	key := make([]byte, 20)
	rand.Read(key)
	return Vault{rand.Text(), base32.StdEncoding.EncodeToString(key), rand.Text()}
}

// Vault is what opens the vault: its password, the key of its codes (RFC 6238),
// and the cookie of who was let in.
func (s *Site) Vault() Vault { return s.vault }

// openVault lets in who has both.
func (s *Site) openVault(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	right := subtle.ConstantTimeCompare([]byte(r.PostFormValue("password")), []byte(s.vault.Password)) == 1
	if r.PostFormValue("user") != User || !right || !totp.Validate(r.PostFormValue("code"), s.vault.Key) {
		http.Error(w, "wrong name, password or code", http.StatusForbidden)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: vaultCookie, Value: s.vault.Session, Path: "/", HttpOnly: true,
		SameSite: http.SameSiteLaxMode, Expires: time.Now().Add(time.Hour)})
	http.Redirect(w, r, "/vault/inside", http.StatusSeeOther)
}

// inside says who is in the vault.
func (s *Site) inside(w http.ResponseWriter, r *http.Request) {
	name := ""
	if c, err := r.Cookie(vaultCookie); err == nil && subtle.ConstantTimeCompare([]byte(c.Value), []byte(s.vault.Session)) == 1 {
		name = User
	}
	s.render(w, "whoami", name)
}
