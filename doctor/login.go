package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"connector-browser/secrets"
)

const auth = "connector-browser auth"

// lookAtLogin reads the pair of handles as a launch does and says, by site, how
// long the login state is good. No value of it is shown.
func (d *Doctor) lookAtLogin(ctx context.Context) Result {
	switch {
	case d.dir == nil:
		return d.noDirectory()
	case d.holder != "":
		return skipped("the connector's directory is held by %s", d.holder)
	case d.open:
		return skipped("the handle comes first; see handles") // auth would mend it too, and lose the login
	}
	login, err := d.dir.Login(ctx)
	switch {
	case errors.Is(err, secrets.ErrUnauthorized):
		return warning(auth, "no login state is stored, so a session is offered no tool")
	case err != nil:
		return failed(auth, "%v", err)
	}
	export := "a session may not save it"
	if login.Export {
		export = "a session may save it"
	}
	sites := secrets.Domains(login.State)
	if len(sites) == 0 {
		return ok("a clean profile is stored; %s", export)
	}
	if ended := d.ended(sites); ended != nil {
		return warning("log in there again, then run "+auth, "cookies have ended of %s", strings.Join(ended, ", "))
	}
	return ok("%s; %s", d.lasting(sites), export)
}

// ended lists the sites with a cookie that is no longer good, a handful.
func (d *Doctor) ended(sites []secrets.Domain) []string {
	const handful = 5
	var ended []string
	more := 0
	for _, s := range sites {
		switch {
		case s.Expires.IsZero() || s.Expires.After(d.now()):
		case len(ended) == handful:
			more++
		default:
			ended = append(ended, s.Name+" (on "+s.Expires.Format("2006-01-02")+")")
		}
	}
	if more > 0 {
		ended = append(ended, fmt.Sprintf("%d more", more))
	}
	return ended
}

// lasting says which site's cookies end first.
func (d *Doctor) lasting(sites []secrets.Domain) string {
	words := fmt.Sprintf("cookies of %d sites", len(sites))
	if len(sites) == 1 {
		words = "cookies of " + sites[0].Name
	}
	var first secrets.Domain
	for _, s := range sites {
		if !s.Expires.IsZero() && (first.Name == "" || s.Expires.Before(first.Expires)) {
			first = s
		}
	}
	if first.Name == "" {
		return words + ", none with an end"
	}
	return fmt.Sprintf("%s, the first of %s end on %s", words, first.Name, first.Expires.Format("2006-01-02"))
}
