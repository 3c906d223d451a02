package secrets

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// A cookie is one of a login state, in the words of Playwright.
type cookie struct {
	Name     string  `json:"name"`
	Value    string  `json:"value"`
	Domain   string  `json:"domain"` // with a dot in front for the hosts below it too
	Path     string  `json:"path"`
	Expires  float64 `json:"expires"` // seconds since 1970; -1: with the browser
	HTTPOnly bool    `json:"httpOnly"`
	Secure   bool    `json:"secure"`
	SameSite string  `json:"sameSite"` // "Strict", "Lax" or "None"
}

// lastSecond is the last one of the year 9999, the latest that browsers take.
const lastSecond = 253402300799

// StateFromCookies makes a login state of what people have: a cookies.txt in
// Netscape's format, or the JSON array that cookie-export extensions write.
// Cookies that have ended by now are left out, and counted. The errors are the
// second half of a sentence and repeat nothing of the file.
func StateFromCookies(file []byte, now time.Time) (state []byte, ended int, err error) {
	if len(file) > MaxState {
		return nil, 0, fmt.Errorf("is larger than %d MiB", MaxState>>20)
	}
	file = bytes.TrimPrefix(file, []byte("\ufeff"))
	var all []cookie
	switch start := bytes.TrimLeft(file, " \t\r\n"); {
	case len(start) == 0:
		return nil, 0, errors.New("is empty")
	case start[0] == '[':
		all, err = cookiesFromJSON(file)
	case start[0] == '{':
		return nil, 0, errors.New("is no list of cookies; what Playwright's storageState writes is named by storageStateFile")
	default:
		all, err = cookiesFromText(file)
	}
	if err != nil {
		return nil, 0, err
	}
	kept, place := []cookie{}, map[[3]string]int{}
	for _, c := range all {
		if c.Expires >= 0 && c.Expires <= float64(now.Unix()) {
			ended++
			continue
		}
		key := [3]string{c.Domain, c.Path, c.Name}
		if at, twice := place[key]; twice {
			kept[at] = c // the last one holds, as in a browser
			continue
		}
		place[key] = len(kept)
		kept = append(kept, c)
	}
	if len(kept) == 0 {
		return nil, ended, errors.New("holds no cookie that is still good")
	}
	state, err = json.Marshal(map[string]any{"cookies": kept, "origins": []any{}})
	if err == nil {
		err = stateFault(state)
	}
	return state, ended, err
}

// check refuses what the browser would refuse, and with it the whole state.
func (c cookie) check() error {
	host := strings.TrimPrefix(c.Domain, ".")
	switch {
	case host == "" || strings.ContainsFunc(host, func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune(`/\;,@?#"`, r) }):
		return errors.New("has no domain of a cookie")
	case c.Name == "" && c.Value == "":
		return errors.New("has neither a name nor a value")
	case strings.ContainsFunc(c.Name, forbiddenInCookie) || strings.Contains(c.Name, "=") || strings.ContainsFunc(c.Value, forbiddenInCookie):
		return errors.New("has a character that no cookie takes")
	case !strings.HasPrefix(c.Path, "/") || strings.ContainsFunc(c.Path, forbiddenInCookie):
		return errors.New("has no path of a cookie")
	case strings.HasPrefix(c.Name, "__Secure-") && !c.Secure,
		strings.HasPrefix(c.Name, "__Host-") && (!c.Secure || c.Path != "/" || strings.HasPrefix(c.Domain, ".")):
		return errors.New("lacks what the beginning of its name promises (RFC 6265bis, section 4.1.3)")
	}
	return nil
}

// forbiddenInCookie are control characters and the one that ends a value.
func forbiddenInCookie(r rune) bool { return r < ' ' || r == 0x7f || r == ';' }

// tidied puts a cookie into the words of Playwright. A cookie that may go to
// every site has to be secure, and the browser takes one that says nothing for
// Lax.
func (c cookie) tidied(sameSite string) cookie {
	switch sameSite = strings.ToLower(sameSite); {
	case sameSite == "strict":
		c.SameSite = "Strict"
	case (sameSite == "none" || sameSite == "no_restriction") && c.Secure:
		c.SameSite = "None"
	default:
		c.SameSite = "Lax"
	}
	if !(c.Expires > 0) {
		c.Expires = -1
	}
	c.Expires = min(c.Expires, lastSecond)
	if c.Path == "" {
		c.Path = "/"
	}
	c.Domain = strings.ToLower(c.Domain)
	return c
}
