package main

import (
	"time"

	"connector-browser/secrets"
)

// maxDomains bounds how many sites a person is shown.
const maxDomains = 40

// sayDomains tells the sites that a login state has cookies for: how many, and
// when the first of each ends. Never a name or a value.
func sayDomains(state []byte) {
	domains := secrets.Domains(state)
	for i, d := range domains {
		if i == maxDomains {
			say("and %s more", plural(len(domains)-i, "site"))
			return
		}
		end := "good as long as the browser runs"
		if !d.Expires.IsZero() {
			end = "the first ends on " + d.Expires.Format(time.DateOnly)
		}
		say("%s: %s, %s", d.Name, plural(d.Cookies, "cookie"), end)
	}
}
