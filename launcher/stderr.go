package launcher

import (
	"bytes"
	"io"

	"connector-browser/relay/withhold"
)

// maxErrorText is how much of the child's standard error is looked at together,
// in bytes.
const maxErrorText = 64 << 10

// passErrors passes on what the child writes on its standard error, less what
// must not leave (CB-114). Whole lines are looked at, so that no secret is cut
// in two; a line that is too long for that is left out.
func passErrors(to io.Writer, from io.Reader, secrets *withhold.Set) {
	buffer, long := make([]byte, 0, maxErrorText), false
	for {
		n, err := from.Read(buffer[len(buffer):cap(buffer)])
		buffer = buffer[:len(buffer)+n]
		whole := bytes.LastIndexByte(buffer, '\n') + 1
		switch {
		case whole == 0 && len(buffer) == cap(buffer):
			long, buffer = true, buffer[:0]
			continue
		case err != nil:
			whole = len(buffer)
		}
		text := buffer[:whole]
		if long && (whole > 0 || err != nil) {
			_, text, _ = bytes.Cut(text, []byte("\n"))
			io.WriteString(to, "[withheld: a line of more than 64 KiB]\n")
			long = false
		}
		if len(text) > 0 {
			text, _ = secrets.Text(text)
			to.Write(text)
		}
		if err != nil {
			return
		}
		buffer = append(buffer[:0], buffer[whole:]...)
	}
}
