package doctor

import (
	"strings"
	"testing"
	"time"

	"connector-browser/secrets"
)

// The login state is read as a launch reads it, and judged by site; not a
// character of a value is said (SN-004).
func TestLogin(t *testing.T) {
	t.Parallel()
	const value = "MARKERMARKERMARKER"
	cookie := func(domain, expires string) string {
		return `{"name":"session","value":"` + value + `","domain":"` + domain + `","path":"/","expires":` + expires + `}`
	}
	state := func(cookies ...string) string {
		return `{"cookies":[` + strings.Join(cookies, ",") + `],"origins":[]}`
	}
	for _, c := range []struct {
		name, state string
		export      bool
		status      Status
		says, mend  string
	}{
		{"clean profile", secrets.CleanProfile, false, OK, "a clean profile is stored; a session may not save it", ""},
		{"good for a while", state(cookie(".shop.example", "1830000000"), cookie("mail.example", "1820000000")), true, OK, "cookies of 2 sites, the first of mail.example end on 2027-09-03; a session may save it", ""},
		{"as long as the browser", state(cookie("shop.example", "-1")), false, OK, "cookies of shop.example, none with an end", ""},
		{"ended", state(cookie("shop.example", "1700000000"), cookie("mail.example", "1820000000")), false, Warning, `cookies have ended of shop.example \(on 2023-11-14\)$`, "connector-browser auth$"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			conf, dir := scratch(t)
			must(t, dir.Store(t.Context(), secrets.Login{State: []byte(c.state), Export: c.export}))
			d := newDoctor(t, conf)
			d.now = func() time.Time { return time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC) }
			r := look(t, d, "configuration", "directory", "login")
			r.want(t, c.status, c.says, c.mend)
			if strings.Contains(r.Sentence+r.Mend, "MARKER") {
				t.Errorf("a value is said: %q", r)
			}
		})
	}
	t.Run("none", func(t *testing.T) {
		conf, _ := scratch(t)
		look(t, newDoctor(t, conf), "configuration", "directory", "login").want(t, Warning, "no login state is stored", "^connector-browser auth$")
	})
	t.Run("broken", func(t *testing.T) {
		conf, dir := scratch(t)
		write(t, dir.Path()+"/"+stateName, `{"cookies":"MARKER"}`)
		r := look(t, newDoctor(t, conf), "configuration", "directory", "login")
		r.want(t, Failed, "the stored login state must have exactly the keys", "^connector-browser auth$")
		if strings.Contains(r.Sentence, "MARKER") {
			t.Errorf("the state is repeated: %q", r.Sentence)
		}
	})
}

// Many sites are counted and not listed.
func TestLoginOfManySites(t *testing.T) {
	t.Parallel()
	d := &Doctor{now: time.Now}
	var sites []secrets.Domain
	for range 12 {
		sites = append(sites, secrets.Domain{Name: "a.example", Expires: time.Unix(1, 0)})
	}
	ended := d.ended(sites)
	if len(ended) != 6 || ended[5] != "7 more" {
		t.Errorf("got %q", ended)
	}
}
