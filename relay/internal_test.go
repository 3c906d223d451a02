package relay

import (
	"testing"

	connectorbrowser "connector-browser"
)

// testRecord is the real record of the pinned upstream.
func testRecord(t testing.TB) *Record {
	t.Helper()
	r, err := ParseRecord(connectorbrowser.Record)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
