package secrets

import (
	"fmt"
	"net/url"
	"strings"
)

// What the pinned upstream refuses in a login state, and with it every call of the
// session: the kinds of its members as it declares them, the rules of its cookies,
// and what the browser takes for no cookie. Members that it does not know are let
// be, as it lets them be. What an indexed database or a file system holds is left
// to it (KNOWN-LIMITS).

// A fault says where in a login state something is wrong, and what is wanted
// there. It repeats nothing of the state.
type fault struct{ path, rule string }

func (f *fault) Error() string { return "has a fault at " + f.path + ": " + f.rule }

func faultAt(path, rule string) error { return &fault{path, rule} }

const (
	maxCookie     = 4096 // bytes of name and value
	maxCookiePath = 1024 // bytes
)

// memberFault looks into both arrays.
func memberFault(state object) error {
	for _, part := range []struct {
		key   string
		check func(o object, path string) error
	}{{"cookies", cookieFault}, {"origins", originFault}} {
		if err := eachObject(state[part.key], part.key, part.check); err != nil {
			return err
		}
	}
	return nil
}

// eachObject wants an array of objects and looks into each.
func eachObject(value any, path string, check func(o object, path string) error) error {
	array, ok := value.([]any)
	if !ok {
		return faultAt(path, "it must be an array")
	}
	for i, element := range array {
		at := fmt.Sprintf("%s[%d]", path, i)
		o, ok := element.(object)
		if !ok {
			return faultAt(at, "it must be an object")
		}
		if err := check(o, at); err != nil {
			return err
		}
	}
	return nil
}

// wantStrings wants strings under these keys.
func wantStrings(o object, path string, keys ...string) error {
	for _, key := range keys {
		if _, ok := o[key].(string); !ok {
			return faultAt(path+"."+key, "it must be a string")
		}
	}
	return nil
}

func cookieFault(c object, path string) error {
	if err := cookieKinds(c, path); err != nil {
		return err
	}
	at := func(key, rule string) error { return faultAt(path+"."+key, rule) }
	name, value, where := text(c, "name"), text(c, "value"), text(c, "path")
	secure, _ := c["secure"].(bool)
	httpOnly, _ := c["httpOnly"].(bool)
	if address := text(c, "url"); address != "" {
		if text(c, "domain") != "" || where != "" {
			return at("url", "it must stand alone, or domain and path in its place")
		}
		u, err := url.Parse(address)
		if err != nil || u.Host == "" {
			return at("url", "it must be an http or https address")
		}
		secure, where = u.Scheme == "https", "/"+strings.TrimPrefix(u.Path[:strings.LastIndexByte(u.Path, '/')+1], "/")
	} else if text(c, "domain") == "" || where == "" {
		return faultAt(path, "it needs domain and path, or url")
	}
	if expires, _ := c["expires"].(float64); expires < 0 && expires != -1 || expires > lastSecond {
		return at("expires", "it must be -1, or seconds since 1970")
	}
	switch lower := strings.ToLower(name); {
	case name == "" && value == "":
		return at("name", "a cookie needs a name or a value")
	case strings.ContainsFunc(name, forbiddenInCookie) || strings.Contains(name, "=") || strings.Trim(name, " ") != name:
		return at("name", "it has a character that no cookie's name has there")
	case strings.ContainsFunc(value, forbiddenInCookie) || strings.Trim(value, " ") != value:
		return at("value", "it has a character that no cookie's value has there")
	case len(name)+len(value) > maxCookie:
		return at("value", fmt.Sprintf("name and value must not be longer than %d bytes together", maxCookie))
	case !strings.HasPrefix(where, "/") || strings.Contains(where, ";") || len(where) > maxCookiePath:
		return at("path", fmt.Sprintf("it must begin with /, hold no semicolon and be no longer than %d bytes", maxCookiePath))
	case text(c, "domain") == ".", strings.Count(text(c, "domain"), ":") > 1 && !strings.HasPrefix(text(c, "domain"), "["):
		return at("domain", "it must name a host, IPv6 in brackets")
	case strings.HasPrefix(lower, "__secure-") && !secure, strings.HasPrefix(lower, "__http-") && !(secure && httpOnly),
		strings.HasPrefix(lower, "__host-") && (!secure || where != "/" || strings.HasPrefix(text(c, "domain"), ".")):
		return at("name", "the cookie lacks what the beginning of its name promises, such as secure")
	}
	if key := text(c, "partitionKey"); key != "" {
		if u, err := url.Parse(key); err != nil || u.Host == "" || !secure {
			return at("partitionKey", "it must be a site such as https://example.com, of a secure cookie")
		}
	}
	return nil
}

// cookieKinds holds the members of a cookie to their kinds.
func cookieKinds(c object, path string) error {
	if err := wantStrings(c, path, "name", "value"); err != nil {
		return err
	}
	for _, member := range []struct{ key, rule string }{
		{"url", "it must be a string"}, {"domain", "it must be a string"}, {"path", "it must be a string"}, {"partitionKey", "it must be a string"},
		{"expires", "it must be a number"}, {"httpOnly", "it must be true or false"}, {"secure", "it must be true or false"},
		{"sameSite", `it must be "Strict", "Lax" or "None"`},
	} {
		value, given := c[member.key]
		var fits bool
		switch v := value.(type) {
		case string:
			fits = strings.HasSuffix(member.rule, "string") || member.key == "sameSite" && (v == "Strict" || v == "Lax" || v == "None")
		case float64:
			fits = member.key == "expires"
		case bool:
			fits = strings.HasSuffix(member.rule, "false")
		default:
			fits = !given
		}
		if !fits {
			return faultAt(path+"."+member.key, member.rule)
		}
	}
	return nil
}

func originFault(o object, path string) error {
	if err := wantStrings(o, path, "origin"); err != nil {
		return err
	}
	u, err := url.Parse(text(o, "origin"))
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || len(u.Port()) > 5 || len(u.Port()) == 5 && u.Port() > "65535" {
		return faultAt(path+".origin", "it must be an http or https address such as https://example.com")
	}
	item := func(o object, path string) error { return wantStrings(o, path, "name", "value") }
	if err := eachObject(o["localStorage"], path+".localStorage", item); err != nil {
		return err
	}
	for _, key := range []string{"indexedDB", "opfs"} {
		if _, ok := o[key].([]any); !ok && given(o, key) {
			return faultAt(path+"."+key, "it must be an array")
		}
	}
	return nil
}
