package site

import (
	"crypto/subtle"
	"net/http"
)

// login takes the right password for a session cookie. The cookie is readable
// by scripts on purpose: that is the login that a page may try to steal.
func (s *Site) login(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	right := subtle.ConstantTimeCompare([]byte(r.PostFormValue("password")), []byte(s.password)) == 1
	if r.PostFormValue("user") != User || !right {
		http.Error(w, "wrong name or password", http.StatusForbidden)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: SessionCookie, Value: s.session, Path: "/", SameSite: http.SameSiteLaxMode})
	http.Redirect(w, r, "/whoami", http.StatusSeeOther)
}

// whoami says who is signed in, which the cookie alone decides.
func (s *Site) whoami(w http.ResponseWriter, r *http.Request) {
	name := ""
	if c, err := r.Cookie(SessionCookie); err == nil && subtle.ConstantTimeCompare([]byte(c.Value), []byte(s.session)) == 1 {
		name = User
	}
	s.render(w, "whoami", name)
}
