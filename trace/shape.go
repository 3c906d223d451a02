package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// Shape says what arguments look like without saying what they are: each
// string becomes "string(23)", its length in characters, a list of things alike
// "list(3)", numbers, booleans and null their names. Of the names of members
// only those stay that look like the names of parameters, since refused calls
// are recorded too, and their names are whatever the caller liked.
func Shape(arguments json.RawMessage) json.RawMessage {
	decoder := json.NewDecoder(bytes.NewReader(arguments))
	decoder.UseNumber()
	var out bytes.Buffer
	if !shape(decoder, &out, 0) || out.Len() > maxShape {
		return json.RawMessage(fmt.Sprintf(`"bytes(%d)"`, len(arguments)))
	}
	return out.Bytes()
}

// maxShapeDepth is how deep a shape follows; below, it says "…".
const maxShapeDepth = 4

func shape(d *json.Decoder, out *bytes.Buffer, depth int) bool {
	token, err := d.Token()
	if err != nil || out.Len() > maxShape {
		return false
	}
	switch v := token.(type) {
	case json.Delim:
		if v == '[' {
			return shapeList(d, out, depth)
		}
		return shapeObject(d, out, depth)
	case string:
		fmt.Fprintf(out, `"string(%d)"`, utf8.RuneCountInString(v))
	case json.Number:
		out.WriteString(`"number"`)
	case bool:
		out.WriteString(`"boolean"`)
	default:
		out.WriteString(`"null"`)
	}
	return true
}

func shapeObject(d *json.Decoder, out *bytes.Buffer, depth int) bool {
	start := out.Len()
	out.WriteByte('{')
	for n := 0; d.More(); n++ {
		name, err := d.Token()
		if err != nil {
			return false
		}
		if n > 0 {
			out.WriteByte(',')
		}
		fmt.Fprintf(out, "%q:", parameter(name.(string)))
		if !shape(d, out, depth+1) {
			return false
		}
	}
	out.WriteByte('}')
	if depth >= maxShapeDepth {
		out.Truncate(start)
		out.WriteString(`"…"`)
	}
	_, err := d.Token()
	return err == nil
}

func shapeList(d *json.Decoder, out *bytes.Buffer, depth int) bool {
	start, n := out.Len(), 0
	for ; d.More(); n++ {
		if !shape(d, out, depth+1) {
			return false
		}
		out.Truncate(start)
	}
	fmt.Fprintf(out, `"list(%d)"`, n)
	_, err := d.Token()
	return err == nil
}

// parameter keeps a name that a schema could hold.
func parameter(name string) string {
	ok := name != "" && len(name) <= 32
	for _, c := range []byte(name) {
		ok = ok && ('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_')
	}
	if !ok {
		return fmt.Sprintf("name(%d)", utf8.RuneCountInString(name))
	}
	return name
}
