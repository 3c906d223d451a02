package launcher

import (
	"bytes"
	"encoding/binary"
	"os"
	"testing"
)

// CB-145: of the person's cookies only the one of this display comes inside.
func TestOnlyCookie(t *testing.T) {
	t.Parallel()
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	entry := func(family uint16, fields ...string) []byte {
		e := binary.BigEndian.AppendUint16(nil, family)
		for _, f := range fields {
			e = append(binary.BigEndian.AppendUint16(e, uint16(len(f))), f...)
		}
		return e
	}
	const name = "MIT-MAGIC-COOKIE-1"
	others := bytes.Join([][]byte{
		entry(0, "\x0a\x00\x00\x01", "7", name, "over the network"),
		entry(familyLocal, host, "8", name, "another display"),
		entry(familyLocal, "elsewhere", "7", name, "another machine"),
	}, nil)
	want := entry(familyWild, "", "7", name, "ours")
	for what, c := range map[string]struct{ file, want []byte }{
		"ours":             {entry(familyLocal, host, "7", name, "ours"), want},
		"of all displays":  {entry(familyLocal, host, "", name, "ours"), want},
		"of all hosts":     {entry(familyWild, "", "7", name, "ours"), want},
		"none of ours":     {nil, nil},
		"cut off":          {want[:len(want)-1], nil},
		"a length too far": {[]byte{1, 0, 0xff, 0xff, 'x'}, nil},
	} {
		if got := onlyCookie(append(bytes.Clone(others), c.file...), "7"); !bytes.Equal(got, c.want) {
			t.Errorf("%s: %q", what, got)
		}
	}
}
