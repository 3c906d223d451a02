package secrets

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// namedFile is what the file of a named secret holds; its name is the file's.
type namedFile struct {
	Kind  string    `json:"kind"` // "text" or "totp"
	Hosts []string  `json:"hosts"`
	Set   time.Time `json:"set"`
	Value string    `json:"value"`
}

const (
	kindText = "text"
	kindCode = "totp"
)

func (n Named) encode() []byte {
	file := namedFile{kindText, n.Hosts, n.Set.UTC().Truncate(time.Second), n.Value}
	if n.Code {
		file.Kind = kindCode
	}
	data, err := json.MarshalIndent(file, "", "  ")
	if err != nil {
		panic("secrets: a named secret that is no JSON: " + err.Error())
	}
	return append(data, '\n')
}

// decodeNamed reads a file strictly. The error is the second half of a sentence
// and repeats nothing that was read.
func decodeNamed(name string, data []byte) (Named, error) {
	if _, err := members(data); err != nil {
		return Named{}, err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	var file namedFile
	if decoder.Decode(&file) != nil || file.Kind != kindText && file.Kind != kindCode {
		return Named{}, errors.New("does not hold a named secret")
	}
	n := Named{name, file.Hosts, file.Kind == kindCode, file.Set, file.Value}
	if n.check() != nil {
		return Named{}, errors.New("does not hold a named secret as connector-browser secret set writes it")
	}
	return n, nil
}

// check is the rule of a named secret. The error repeats nothing of the value.
func (n Named) check() error {
	if err := CheckName(n.Name); err != nil {
		return err
	}
	switch {
	case len(n.Hosts) == 0:
		return errors.New("a secret needs a host that it may be typed into; name one with --host")
	case len(n.Value) < MinValue:
		return fmt.Errorf("the value is shorter than %d bytes, so it could not be withheld from what a page says; take a longer one", MinValue)
	case len(n.Value) > MaxValue:
		return fmt.Errorf("the value is longer than %d KiB; a secret is one line that a person would type", MaxValue>>10)
	case !utf8.ValidString(n.Value):
		return errors.New("the value is not UTF-8; write it in that encoding")
	case strings.ContainsFunc(n.Value, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return errors.New("the value holds a control character, which no field takes; give it without")
	}
	if n.Code {
		_, err := n.CodeAt(time.Unix(0, 0))
		return err
	}
	return nil
}
