package withhold

import (
	"bytes"
	"slices"
	"strings"
)

// The upstream prints what a password field holds: in snapshots and
// browser_find, in the code that it ran, in the markup of an error, in request
// headers, in the address that a form leads to. Nothing but the text around it
// says so. This is a best effort (CD-092): the words near the value decide.

// kinds of lines that hold such a value, each read by a function of its own.
const (
	kindNode = 1 << iota
	kindCode
	kindMarkup
	kindHeader
)

// triggers are the eight bytes, in small letters, without which no line of a
// kind holds such a value. The filter looks for them along with the secrets.
var triggers = func() map[string]uint8 {
	words := map[string]uint8{
		"textbox ": kindNode, "archbox ": kindNode, "pinbutto": kindNode, "ombobox ": kindNode, "page url": kindNode,
		").fill('": kindCode, `).fill("`: kindCode, ").fill(`": kindCode, "ntially(": kindCode, `- fill("`: kindCode, "waiting ": kindCode, "resolved": kindCode,
		"authoriz": kindHeader, "cookie: ": kindHeader, "-api-key": kindHeader,
	}
	for c := 'a'; c <= 'z'; c++ {
		words["<input "+string(c)] = kindMarkup
	}
	return words
}()

// fields is how far the lines of a rope have been read, and what the last of
// them leave for the next.
type fields struct {
	next    int   // the first line that has not been read begins here
	waiting uint8 // kinds that the unread line is to be read as
	broken  bool  // the line began before next
	hide    bool  // and ended inside a value

	inside int  // 1 + indent of the field whose children are read; 0: none
	secret bool // its value is to be withheld
	before []byte
	indent int // of the line before

	waits   bool // a call log waits for a locator that reads like a secret
	filling bool // a call log shows what was typed into it
}

// maxLine is how much of a line is kept until its end arrives.
const maxLine = chunk / 2

// readFields reads the lines that have become complete.
func (s *scan) readFields(r *rope, final bool) {
	f := &r.fields
	kinds := s.triggered | f.waiting
	if f.inside > 0 {
		kinds |= kindNode
	}
	if f.filling {
		kinds |= kindCode
	}
	if kinds == 0 && !f.hide {
		s.skipFields(r)
		return
	}
	waited, unread := f.waiting, f.next
	f.waiting = 0
	for f.next < len(r.buf) {
		n := lineEnd(r.buf[f.next:])
		complete := f.next+n < len(r.buf)
		if seam := r.seam(f.next, f.next+n); seam > 0 {
			s.line(f, kinds, r.buf[f.next:seam], f.next, false)
			f.next, f.broken, f.hide = seam, false, false
			continue
		}
		if !complete && !final && n < maxLine {
			if f.next == unread {
				f.waiting = waited
			}
			if s.triggeredAt >= f.next {
				f.waiting |= s.triggered
			}
			return
		}
		start, end := f.next, f.next+n
		switch {
		case f.broken && f.hide:
			s.withhold(start, end, fieldLabel)
		case !f.broken:
			s.line(f, kinds, r.buf[start:end], start, !complete && !final)
		}
		f.next, f.broken = end, !complete
		if complete {
			f.next, f.hide = end+1, false
			if r.buf[end] == fence {
				*f = fields{next: end + 1, before: f.before[:0]}
			}
		}
	}
}

// seam is where, inside of a line, a string begins that looks like a line of a
// snapshot: blocks need not end with a newline. Elsewhere a seam is no end, since
// a value may be split there. 0: nowhere.
func (r *rope) seam(from, to int) int {
	i, _ := slices.BinarySearch(r.starts, int32(from+1))
	for ; i < len(r.starts) && int(r.starts[i]) < to; i++ {
		start := int(r.starts[i])
		if bytes.HasPrefix(bytes.TrimLeft(r.buf[start:to], " "), []byte("- ")) {
			return start
		}
	}
	return 0
}

// skipFields passes over lines that hold nothing to read.
func (s *scan) skipFields(r *rope) {
	f := &r.fields
	f.waits = false
	fresh := max(f.next, min(r.scanned, len(r.buf)))
	if n := max(last(r.buf[fresh:], '\n'), last(r.buf[fresh:], fence)); n >= 0 {
		f.remember(r.buf[f.next : fresh+n])
		f.next, f.broken = fresh+n+1, false
	}
	if len(r.buf)-f.next >= maxLine {
		f.next, f.broken = len(r.buf), true
	}
}

// remember keeps the last of the lines that are passed over: it may name the
// field that comes next.
func (f *fields) remember(lines []byte) {
	f.before = f.before[:0]
	line := lines[bytes.LastIndexByte(lines, '\n')+1:]
	trimmed := bytes.TrimLeft(line, " ")
	if entry, ok := bytes.CutPrefix(trimmed, []byte("- ")); ok && len(entry) <= maxLabel {
		f.before, f.indent = append(f.before, entry...), len(line)-len(trimmed)
	}
}

// last is bytes.LastIndexByte, fast where c does not occur.
func last(text []byte, c byte) int {
	if bytes.IndexByte(text, c) < 0 {
		return -1
	}
	return bytes.LastIndexByte(text, c)
}

func lineEnd(text []byte) int {
	n := bytes.IndexByte(text, '\n')
	if n < 0 {
		n = len(text)
	}
	if m := bytes.IndexByte(text[:n], fence); m >= 0 {
		n = m
	}
	return n
}

// line looks for values in one line, which begins at offset at of the rope. A
// line that is cut goes on beyond what is there.
func (s *scan) line(f *fields, kinds uint8, line []byte, at int, isCut bool) {
	hide := func(start, end int, label string) {
		if start < end {
			s.withhold(at+start, at+end, label)
			f.hide = f.hide || isCut && end == len(line)
		}
	}
	keep := func(value string) {
		if memorable(value) && len(s.found) < maxRecalled {
			s.found = append(s.found, strings.Clone(value))
		}
	}
	trimmed := bytes.TrimLeft(line, " ")
	indent := len(line) - len(trimmed)
	if kinds&kindNode != 0 {
		if entry, ok := bytes.CutPrefix(trimmed, []byte("- ")); ok {
			f.node(entry, indent, indent+2, hide, keep)
		} else {
			f.inside, f.before = 0, f.before[:0]
		}
	}
	if kinds&kindCode != 0 {
		readCode(string(line), hide, keep)
		f.callLog(string(line), hide, keep)
	}
	if kinds&kindMarkup != 0 {
		readMarkup(string(line), hide, keep)
	}
	if kinds&kindHeader != 0 {
		readHeader(string(line), hide)
	}
}
