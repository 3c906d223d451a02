package pins

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// exactKeys refuses what encoding/json would quietly accept: a key given twice
// in one object, and a key in another spelling of upper and lower case. Keys
// of the files below the maps "env" and "content" are free, since they are
// names of variables and files.
func exactKeys(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := exactValue(dec, false, 0); err != nil {
		if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
			return errors.New("the JSON ends too early")
		}
		return err
	}
	return nil
}

// exactValue reads one value. Free says that the keys of this object, if it is
// one, may hold anything.
func exactValue(dec *json.Decoder, free bool, depth int) error {
	token, err := dec.Token()
	if err != nil {
		return err
	}
	delim, ok := token.(json.Delim)
	if !ok {
		return nil
	}
	if depth > 16 {
		return errors.New("the JSON is nested too deeply")
	}
	seen := map[string]bool{}
	for dec.More() {
		free := free
		if delim == '{' {
			key, err := dec.Token()
			if err != nil {
				return err
			}
			name := key.(string)
			if seen[name] {
				return fmt.Errorf("the key %q is given twice", name)
			}
			if !free && !plainKey(name) {
				return fmt.Errorf("the key %q holds something other than a-z, 0-9, - and _", name)
			}
			seen[name] = true
			free = name == "env" || name == "content"
		}
		if err := exactValue(dec, free, depth+1); err != nil {
			return err
		}
	}
	_, err = dec.Token()
	return err
}

func plainKey(key string) bool {
	for _, c := range []byte(key) {
		if !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return key != ""
}
