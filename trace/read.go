package trace

import (
	"errors"
	"io/fs"
	"path"
)

// Filter chooses records; an empty member chooses all.
type Filter struct {
	Tool    string // a name, or a pattern as of path.Match
	Host    string // of the page or of any host contacted, likewise
	Outcome string // "refused" is every refusal; the code of an error may leave out "connector."
	Launch  string
}

// Match says whether the record is chosen.
func (f Filter) Match(r *Record) bool {
	if f.Launch != "" && f.Launch != r.Launch || !matches(f.Tool, r.Tool) {
		return false
	}
	if f.Host != "" && !matches(f.Host, r.Page) {
		found := false
		for _, h := range r.Hosts {
			found = found || matches(f.Host, h.Name)
		}
		if !found {
			return false
		}
	}
	switch f.Outcome {
	case "", r.Outcome:
		return true
	case OutcomeRefused:
		return r.Refused()
	}
	return r.Outcome == "connector."+f.Outcome
}

func matches(pattern, name string) bool {
	if pattern == "" || pattern == name {
		return true
	}
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}

// Check refuses a filter that cannot choose anything.
func (f Filter) Check() error {
	for _, pattern := range []string{f.Tool, f.Host} {
		if _, err := path.Match(pattern, ""); err != nil {
			return errors.New("a filter is a name, or a pattern like browser_* or *.example.com")
		}
	}
	return nil
}

// Read calls each for every chosen record, oldest first. Lines that are no
// records are passed over; Verify names them. A directory that is not there
// holds nothing.
func Read(dir string, f Filter, each func(Record) error) error {
	names, err := days(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := readDay(dir, name, f, each); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func readDay(dir, name string, f Filter, each func(Record) error) error {
	file, err := openFile(dir, name)
	if err != nil {
		return err
	}
	defer file.Close()
	return lines(file, func(line []byte) error {
		r, _, err := unseal(line)
		if err != nil || !f.Match(&r) {
			return nil
		}
		return each(r)
	})
}
