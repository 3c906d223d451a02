package secrets

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// httpOnly marks a cookie that scripts do not see; it stands where a comment
// would begin.
const httpOnly = "#HttpOnly_"

// cookiesFromText reads a cookies.txt: a line for each cookie, with seven fields
// between tabs: domain, whether the hosts below have it too, path, whether it is
// secure, its end in seconds since 1970 (0: with the browser), name, value.
func cookiesFromText(file []byte) (all []cookie, err error) {
	if !utf8.Valid(file) {
		return nil, errors.New("is not UTF-8")
	}
	number := 0
	for line := range strings.Lines(string(file)) {
		number++
		line = strings.TrimRight(line, "\r\n")
		line, hidden := strings.CutPrefix(line, httpOnly)
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") && !hidden {
			continue
		}
		c, err := cookieFromLine(line)
		if err == nil {
			c.HTTPOnly = hidden
			err = c.check()
		}
		if err != nil {
			return nil, fmt.Errorf("is no cookies.txt: line %d %w", number, err)
		}
		all = append(all, c)
	}
	return all, nil
}

func cookieFromLine(line string) (cookie, error) {
	f := strings.SplitN(line, "\t", 7)
	if len(f) == 6 {
		f = append(f, "") // some write no tab before an empty value
	}
	if len(f) != 7 {
		return cookie{}, errors.New("has not the seven fields of a cookie between tabs")
	}
	below, err := flag(f[1])
	if err != nil {
		return cookie{}, err
	}
	secure, err := flag(f[3])
	if err != nil {
		return cookie{}, err
	}
	expires, err := strconv.ParseFloat(f[4], 64)
	if err != nil {
		return cookie{}, errors.New("has no number of seconds for an end")
	}
	c := cookie{Domain: strings.TrimPrefix(f[0], "."), Path: f[2], Secure: secure, Expires: expires, Name: f[5], Value: f[6]}
	if below {
		c.Domain = "." + c.Domain
	}
	return c.tidied(""), nil
}

func flag(text string) (bool, error) {
	switch strings.ToUpper(text) {
	case "TRUE":
		return true, nil
	case "FALSE":
		return false, nil
	}
	return false, errors.New("has something other than TRUE or FALSE where one of them belongs")
}
