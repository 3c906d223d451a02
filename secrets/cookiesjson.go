package secrets

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"connector-browser/strictjson"
)

// cookiesFromJSON reads what extensions write with the browser's own words
// (chrome.cookies): domain, hostOnly, path, secure, httpOnly, session,
// expirationDate, sameSite, name, value. Other words of theirs are let be.
func cookiesFromJSON(file []byte) (all []cookie, err error) {
	switch err := strictjson.Check(file); {
	case errors.Is(err, strictjson.ErrUTF8):
		return nil, errors.New("is not UTF-8")
	case errors.Is(err, strictjson.ErrDuplicate):
		return nil, errors.New("gives a key twice")
	case err != nil:
		return nil, errors.New("is neither JSON nor a cookies.txt")
	}
	var elements []any
	if json.Unmarshal(file, &elements) != nil {
		return nil, errors.New("is no JSON array of cookies")
	}
	err = eachObject(elements, "cookies", func(o object, path string) error {
		if err := wantStrings(o, path, "name", "value"); err != nil { // as in a login state
			return err
		}
		c, err := cookieFromObject(o)
		if err == nil {
			err = c.check()
		}
		if err != nil {
			return fmt.Errorf("is no list of cookies: %s %w", path, err)
		}
		all = append(all, c)
		return nil
	})
	return all, err
}

func cookieFromObject(o object) (c cookie, err error) {
	var sameSite string
	var hostOnly, session bool
	for key, into := range map[string]any{
		"name": &c.Name, "value": &c.Value, "domain": &c.Domain, "path": &c.Path, "sameSite": &sameSite, "expirationDate": &c.Expires, "expires": &c.Expires,
		"secure": &c.Secure, "httpOnly": &c.HTTPOnly, "hostOnly": &hostOnly, "session": &session,
	} {
		value, given := o[key]
		if !given || value == nil {
			continue
		}
		var ok bool
		switch into := into.(type) {
		case *string:
			*into, ok = value.(string)
		case *bool:
			*into, ok = value.(bool)
		case *float64:
			*into, ok = value.(float64)
		}
		if !ok {
			return cookie{}, fmt.Errorf("has a %s of another kind than a cookie has", key)
		}
	}
	if session {
		c.Expires = -1
	}
	c.Domain = strings.TrimPrefix(c.Domain, ".")
	if !hostOnly && (given(o, "hostOnly") || strings.HasPrefix(text(o, "domain"), ".")) {
		c.Domain = "." + c.Domain
	}
	return c.tidied(sameSite), nil
}

func given(o object, key string) bool { _, found := o[key]; return found }
