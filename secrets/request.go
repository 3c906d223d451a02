package secrets

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"connector-browser/secrets/safefile"
	"connector-browser/strictjson"
)

// maxRequest bounds the line that auth reads, in bytes. The longest path that
// a system takes, every character of it escaped, needs less than half.
const maxRequest = 64 << 10

// ReadRequest reads what auth is told: exactly one line, up to the end of the
// input, whose newline may be missing (CB-030). See ParseRequest.
func ReadRequest(r io.Reader) (login Login, warnings []string, err error) {
	input, err := io.ReadAll(io.LimitReader(r, maxRequest+1))
	switch {
	case err != nil:
		return Login{}, nil, fmt.Errorf("standard input cannot be read: %w; give it one line, such as {}", err)
	case len(input) > maxRequest:
		return Login{}, nil, fmt.Errorf("standard input is longer than %d KiB; auth reads one short line, such as {}", maxRequest>>10)
	}
	line, rest, _ := bytes.Cut(input, []byte("\n"))
	if len(rest) > 0 {
		return Login{}, nil, errors.New("standard input holds more than one line; auth reads exactly one, such as {}")
	}
	return ParseRequest(line)
}

// ParseRequest understands the line: a JSON object with at most the string
// members storageStateFile, the absolute path of a login state that is taken
// as it is (CB-035…037), or in its place cookiesFile, that of cookies which a
// login state is made from (see StateFromCookies), and export, "on" or "off"
// (CB-038). {} is the clean
// profile with the export off. Each auth states everything, so that what is
// absent goes back to that (CB-040). The warnings are sentences for the person
// (CB-045). No error and no warning repeats anything of the line (CB-039).
func ParseRequest(line []byte) (login Login, warnings []string, err error) {
	if len(bytes.TrimSpace(line)) == 0 {
		return Login{}, nil, errors.New("standard input is empty; auth reads one line, and {} is the clean profile") // CB-034
	}
	found, err := members(line)
	if err != nil {
		return Login{}, nil, fmt.Errorf(`the line on standard input %w; auth reads one such as {} or {"storageStateFile":"/path/to/state.json","export":"off"}`, err)
	}
	login = Login{State: []byte(CleanProfile)}
	var file, cookies *string
	for _, m := range found {
		if m.Name != "storageStateFile" && m.Name != "cookiesFile" && m.Name != "export" {
			return Login{}, nil, errors.New("the line on standard input has a key that auth does not know; it knows storageStateFile, cookiesFile and export")
		}
		value, err := strictjson.Unquote(m.Value)
		if err != nil {
			return Login{}, nil, fmt.Errorf("%s is not a string; put its value in double quotes", m.Name)
		}
		switch {
		case m.Name == "storageStateFile":
			file = &value
		case m.Name == "cookiesFile":
			cookies = &value
		case value != exportOn && value != "off":
			return Login{}, nil, errors.New(`export is neither "on" nor "off"; write "export":"on", or leave it out`)
		default:
			login.Export = value == exportOn
		}
	}
	switch {
	case file != nil && cookies != nil:
		return Login{}, nil, errors.New("the line on standard input has both storageStateFile and cookiesFile; a login comes from one of them")
	case file != nil:
		login.State, warnings, err = readStateFile(*file)
	case cookies != nil:
		login.State, warnings, err = readCookiesFile(*cookies)
	}
	if err != nil {
		return Login{}, nil, err
	}
	return login, warnings, nil
}

// readStateFile reads the file that a person has put the login state into.
func readStateFile(path string) (state []byte, warnings []string, err error) {
	return readFile("storageStateFile", path, func(file []byte) ([]byte, error) { return file, stateFault(file) })
}

// readCookiesFile reads the file that a person has put cookies into.
func readCookiesFile(path string) (state []byte, warnings []string, err error) {
	ended := 0
	state, warnings, err = readFile("cookiesFile", path, func(file []byte) (state []byte, err error) {
		state, ended, err = StateFromCookies(file, time.Now())
		return state, err
	})
	if err == nil && ended > 0 {
		warnings = append(warnings, fmt.Sprintf("%d of the cookies have ended and were left out", ended))
	}
	return state, warnings, err
}

// readFile reads the file that a key of the line names, and makes a login state
// of it.
func readFile(key, path string, state func(file []byte) ([]byte, error)) (made []byte, warnings []string, err error) {
	file := "the file that " + key + " names"
	if !filepath.IsAbs(path) {
		return nil, nil, fmt.Errorf("%s is not an absolute path; give one that starts with /", key)
	}
	content, info, err := safefile.Read(path, MaxState)
	if err != nil {
		return nil, nil, fmt.Errorf("%s %w; name a plain file of at most %d MiB that you may read; nothing was stored", file, err, MaxState>>20)
	}
	if made, err = state(content); err != nil {
		return nil, nil, fmt.Errorf("%s %w; mend it or export it anew; nothing was stored", file, err)
	}
	if mode := info.Mode().Perm(); mode&0o044 != 0 {
		warnings = append(warnings, fmt.Sprintf("%s may be read by other users of this machine (mode %04o); what is in it may be known to them", file, mode))
	}
	return made, warnings, nil
}
