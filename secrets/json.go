package secrets

import (
	"bytes"
	"errors"

	"connector-browser/strictjson"
)

// members reads one JSON object strictly. Its errors are the second half of a
// sentence and repeat nothing that was read.
func members(text []byte) ([]strictjson.Member, error) {
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		return nil, errors.New("starts with a byte order mark")
	}
	found, err := strictjson.Object(text)
	switch {
	case errors.Is(err, strictjson.ErrUTF8):
		return nil, errors.New("is not UTF-8")
	case errors.Is(err, strictjson.ErrDuplicate):
		return nil, errors.New("gives a key twice")
	case errors.Is(err, strictjson.ErrDepth):
		return nil, errors.New("is nested too deeply")
	case err != nil:
		return nil, errors.New("is not one JSON object")
	}
	return found, nil
}
