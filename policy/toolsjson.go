package policy

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// parseToolsJSON reads {"allow":[names]} (CB-161). The key is compared in its
// decoded spelling and exact case, so that neither "Allow" nor a second "allow"
// written with an escape slips in beside the first.
func parseToolsJSON(data []byte, known []string) (*Policy, error) {
	r := &tokens{data: data, Decoder: json.NewDecoder(bytes.NewReader(data))}
	list, line, err := r.allowList()
	if err != nil {
		return nil, err
	}
	p := Default(known)
	p.File = ToolsFileName
	if why := p.Tools.check(list); why != "" {
		return nil, refuse(ToolsFileName, line, "allow %s", why)
	}
	p.Tools.allow, p.Tools.allowed, p.Tools.allowLine = list, p.Tools.expand(list), place(ToolsFileName, line)
	return p, nil
}

// tokens reads JSON token by token, since decoding into a struct would match
// keys whatever their case and let the last duplicate win.
type tokens struct {
	data []byte
	*json.Decoder
}

func (r *tokens) refuse(format string, args ...any) error {
	return refuse(ToolsFileName, lineAt(r.data, int(r.InputOffset())), format, args...)
}

func (r *tokens) allowList() (list []string, line int, err error) {
	if err := r.expect(json.Delim('{'), `must be an object like {"allow":["browser_navigate"]}`); err != nil {
		return nil, 0, err
	}
	for r.More() {
		token, err := r.Token()
		if err != nil {
			return nil, 0, r.refuse("not JSON")
		}
		switch key, _ := token.(string); {
		case key != "allow":
			return nil, 0, r.refuse("unknown key %s%s", quote(key), didYouMean(key, []string{"allow"}))
		case line > 0:
			return nil, 0, r.refuse("the key \"allow\" is given twice")
		}
		line = lineAt(r.data, int(r.InputOffset()))
		if list, err = r.names(); err != nil {
			return nil, 0, err
		}
	}
	if err := r.expect(json.Delim('}'), "not JSON"); err != nil {
		return nil, 0, err
	}
	if _, err := r.Token(); !errors.Is(err, io.EOF) {
		return nil, 0, r.refuse("something follows the object")
	}
	if line == 0 {
		return nil, 0, r.refuse("the key \"allow\" is missing")
	}
	return list, line, nil
}

func (r *tokens) names() ([]string, error) {
	const want = "allow must be a list of strings"
	if err := r.expect(json.Delim('['), want); err != nil {
		return nil, err
	}
	list := []string{}
	for r.More() {
		token, err := r.Token()
		if err != nil {
			return nil, r.refuse("not JSON")
		}
		name, ok := token.(string)
		if !ok {
			return nil, r.refuse(want)
		}
		list = append(list, name)
	}
	return list, r.expect(json.Delim(']'), want)
}

func (r *tokens) expect(want json.Delim, otherwise string) error {
	token, err := r.Token()
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return r.refuse("not JSON")
	case err != nil:
		return r.refuse("cannot be read")
	case token != want:
		return r.refuse("%s", otherwise)
	}
	return nil
}
