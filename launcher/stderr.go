package launcher

import (
	"bufio"
	"errors"
	"io"

	"connector-browser/relay/withhold"
)

// maxErrorLine bounds a line of the child's standard error, in bytes.
const maxErrorLine = 1 << 20

// passErrors passes on what the child writes on its standard error, a line at a
// time, without what must not leave (CB-114). A line beyond the bound is
// replaced as a whole: a part of it could hold a part of a secret.
func passErrors(to io.Writer, from io.Reader, set *withhold.Set) {
	lines := bufio.NewReaderSize(from, 64<<10)
	var line []byte
	oversize := false
	for {
		part, err := lines.ReadSlice('\n')
		if oversize = oversize || len(line)+len(part) > maxErrorLine; !oversize {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if oversize {
			line = []byte("withheld by connector-browser: a line of more than 1 MiB\n")
		}
		out, _ := set.Text(line)
		to.Write(out)
		if err != nil {
			return
		}
		line, oversize = line[:0], false
	}
}
