package withhold

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

// spelling is one way to write a secret. Each is made here by other means than
// the search undoes it.
type spelling struct {
	name  string
	write func(r *rand.Rand, value string) string
}

var spellings = []spelling{
	{"plain", func(_ *rand.Rand, v string) string { return v }},
	{"JSON", func(_ *rand.Rand, v string) string {
		quoted, _ := json.Marshal(v)
		return string(quoted[1 : len(quoted)-1])
	}},
	{"JSON, any character as \\u", func(r *rand.Rand, v string) string { return jsonSpelling(r, v) }},
	{"JavaScript in single quotes", func(_ *rand.Rand, v string) string {
		return strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(v)
	}},
	{"JavaScript \\x and \\u{}", func(r *rand.Rand, v string) string {
		var b strings.Builder
		for _, c := range v {
			switch n := r.IntN(3); {
			case n == 0 && c < 0x100:
				fmt.Fprintf(&b, `\x%02x`, c)
			case n == 1 || c == '\\':
				fmt.Fprintf(&b, `\u{%x}`, c)
			default:
				b.WriteRune(c)
			}
		}
		return b.String()
	}},
	{"a key that YAML quotes", func(r *rand.Rand, v string) string {
		return strings.ReplaceAll(jsonSpelling(r, v), "'", "''")
	}},
	{"percent", func(r *rand.Rand, v string) string {
		var b strings.Builder
		for _, c := range v {
			switch n := r.IntN(4); {
			case c == ' ' && n < 2:
				b.WriteByte('+')
			case n < 2 || c == '%' || c == '+':
				for _, c := range []byte(string(c)) {
					fmt.Fprintf(&b, []string{"%%%02x", "%%%02X"}[r.IntN(2)], c)
				}
			default:
				b.WriteRune(c)
			}
		}
		return b.String()
	}},
	{"base64", func(r *rand.Rand, v string) string { return base64Spelling(r, v, base64.StdEncoding) }},
	{"base64 without padding", func(r *rand.Rand, v string) string { return base64Spelling(r, v, base64.RawStdEncoding) }},
	{"base64url", func(r *rand.Rand, v string) string { return base64Spelling(r, v, base64.URLEncoding) }},
	{"base64url without padding", func(r *rand.Rand, v string) string { return base64Spelling(r, v, base64.RawURLEncoding) }},
	{"the name of a download", func(r *rand.Rand, v string) string {
		name := regexp.MustCompile(`["*/:<>?\\|]`).ReplaceAllString(v, "_")
		if r.IntN(2) == 0 {
			parts := []string{name}
			if dot := strings.LastIndexByte(name, '.'); dot >= 0 && r.IntN(2) == 0 {
				parts = []string{name[:dot], name[dot+1:]}
			}
			for i := range parts {
				parts[i] = regexp.MustCompile(`[\x00-\x2C\x2E-\x2F\x3A-\x40\x5B-\x60\x7B-\x7F]+`).ReplaceAllString(parts[i], "-")
			}
			name = strings.Join(parts, ".")
		}
		if name = strings.Trim(name, "-"); len(name) < 8 || len(v) > 255 {
			return v
		}
		return name
	}},
	{"hex", func(_ *rand.Rand, v string) string { return hex.EncodeToString([]byte(v)) }},
	{"HEX", func(_ *rand.Rand, v string) string { return strings.ToUpper(hex.EncodeToString([]byte(v))) }},
	{"hex with separators", func(r *rand.Rand, v string) string {
		sep := []string{" ", ":", "-", ""}[r.IntN(4)]
		if len(v) < separated {
			sep = ""
		}
		pairs := make([]string, len(v))
		for i := range pairs {
			pairs[i] = fmt.Sprintf([]string{"%02x", "%02X"}[r.IntN(2)], v[i])
		}
		return strings.Join(pairs, sep)
	}},
}

// base64Spelling puts up to three bytes before and after the value, so that it
// stands at every alignment.
func base64Spelling(r *rand.Rand, v string, enc *base64.Encoding) string {
	return enc.EncodeToString([]byte("\x00\xffz"[:r.IntN(4)] + v + "\xff\x00z"[:r.IntN(4)]))
}

// jsonSpelling writes text as the inside of a JSON string with escapes at will.
func jsonSpelling(r *rand.Rand, text string) string {
	var b strings.Builder
	for _, c := range text {
		switch n := r.IntN(5); {
		case c == '/' && n < 2:
			b.WriteString(`\/`)
		case c == '"' && n < 3:
			b.WriteString(`\"`)
		case c == '\\' && n < 3:
			b.WriteString(`\\`)
		case c == '\n' && n < 3:
			b.WriteString(`\n`)
		case n == 0 || c < ' ' || c == '"' || c == '\\':
			for _, u := range utf16.Encode([]rune{c}) {
				fmt.Fprintf(&b, []string{`\u%04x`, `\u%04X`}[r.IntN(2)], u)
			}
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// places are where a text can stand in a message.
var places = []struct {
	name  string
	write func(r *rand.Rand, text string) string
}{
	{"result", func(r *rand.Rand, text string) string {
		return `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` + jsonSpelling(r, text) + `"}]}}`
	}},
	{"split over blocks", func(r *rand.Rand, text string) string {
		var blocks []string
		for _, part := range shred(r, text) {
			key := []string{`"text"`, `"te\u0078t"`}[r.IntN(2)]
			blocks = append(blocks, `{ "type" : "text", `+key+` : "`+jsonSpelling(r, part)+`" }`)
		}
		return `{"jsonrpc":"2.0","id":7,"result":{"content":[` + strings.Join(blocks, " , ") + `],"isError":true}}`
	}},
	{"split over an array", func(r *rand.Rand, text string) string {
		var parts []string
		for _, part := range shred(r, text) {
			parts = append(parts, `"`+jsonSpelling(r, part)+`"`)
		}
		return `{"jsonrpc":"2.0","method":"notifications/message","params":{"data":[` + strings.Join(parts, ",") + `]}}`
	}},
	{"error", func(r *rand.Rand, text string) string {
		return `{"jsonrpc":"2.0","id":"a","error":{"code":-32603,"message":"` + jsonSpelling(r, text) + `","data":[1,{"x":null}]}}`
	}},
	{"name of a member", func(r *rand.Rand, text string) string {
		return `{"jsonrpc":"2.0","id":7,"result":{"structuredContent":{"` + jsonSpelling(r, text) + `":{"a":[true]}}}}`
	}},
	{"resource", func(r *rand.Rand, text string) string {
		return `{"jsonrpc":"2.0","id":7,"result":{"contents":[{"uri":"a:b","text":"` + jsonSpelling(r, text) + "\"}]}}\n"
	}},
	{"server's request", func(r *rand.Rand, text string) string {
		return `{"jsonrpc":"2.0","id":0,"method":"elicitation/create","params":{"message":"` + jsonSpelling(r, text) + `"}}`
	}},
}

// shred cuts text into up to six parts, sometimes empty, never inside of UTF-8.
func shred(r *rand.Rand, text string) []string {
	parts := []string{text}
	for range r.IntN(6) {
		i := r.IntN(len(parts))
		at := r.IntN(len(parts[i]) + 1)
		for at > 0 && at < len(parts[i]) && !utf8.RuneStart(parts[i][at]) {
			at--
		}
		parts = append(parts[:i], append([]string{parts[i][:at], parts[i][at:]}, parts[i+1:]...)...)
	}
	return parts
}

// texts gives every string of a message: values below one list joined as a
// client may join them, then all others and the names.
func texts(t testing.TB, line []byte) string {
	t.Helper()
	var tree any
	if err := json.Unmarshal(line, &tree); err != nil {
		t.Fatalf("what leaves is no JSON: %v\n%.300s", err, line)
	}
	joined := map[string]*strings.Builder{}
	var all strings.Builder
	var walk func(v any, path string)
	walk = func(v any, path string) {
		switch v := v.(type) {
		case string:
			if joined[path] == nil {
				joined[path] = &strings.Builder{}
			}
			joined[path].WriteString(v)
		case []any:
			for _, e := range v {
				walk(e, path+"[]")
			}
		case map[string]any:
			for name, e := range v {
				all.WriteString(name + "\n")
				walk(e, path+"."+name)
			}
		}
	}
	walk(tree, "")
	for _, b := range joined {
		all.WriteString(b.String() + "\n")
	}
	return all.String()
}
