package launcher

import (
	"bytes"
	"strings"
	"testing"

	"connector-browser/relay/withhold"
)

// CB-114: what must not leave does not leave by standard error either, whole
// lines or the last one without an end.
func TestStandardErrorIsWithheld(t *testing.T) {
	t.Parallel()
	set := withhold.New([]withhold.Secret{{Label: "cookie session of example.com", Value: "s3cr3t-Zq81-Wk27"}})
	long := strings.Repeat("x", maxErrorLine) + "s3cr3t-Zq81-Wk27"
	var out bytes.Buffer
	passErrors(&out, strings.NewReader("plain\nlogin s3cr3t-Zq81-Wk27 failed\n"+long+"\nand s3cr3t-Zq81-Wk27"), set)
	want := "plain\nlogin [withheld: cookie session of example.com] failed\n" +
		"withheld by connector-browser: a line of more than 1 MiB\nand [withheld: cookie session of example.com]"
	if out.String() != want {
		t.Errorf("passed on %.300q\nwant %.300q", out.String(), want)
	}
}
