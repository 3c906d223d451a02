package withhold

import (
	"cmp"
	"slices"
)

// span is a stretch of the message to cut out. A secret that is spread over
// several strings has one for each; the first, the lead, gets the label.
type span struct {
	start, end int
	label      string
	lead       bool
	quote      bool // a bare number: what takes its place needs quotes
}

// maxGrowth bounds how much longer labels may make a message; from there on
// they are left out.
const maxGrowth = 256 << 10

// splice gives the message without what was found: the very slice where that is
// nothing.
func (s *scan) splice() (out []byte, hits []string) {
	if len(s.spans) == 0 {
		return s.raw, nil
	}
	spans := merge(s.spans)
	seen := map[string]bool{}
	out = make([]byte, 0, len(s.raw)+min(maxGrowth, 64*len(spans))+16)
	done := 0
	for _, p := range spans {
		out = append(out, s.raw[done:p.start]...)
		done = p.end
		if !p.lead {
			continue
		}
		if !seen[p.label] {
			seen[p.label] = true
			hits = append(hits, p.label)
		}
		if p.quote {
			out = append(out, '"')
		}
		out = append(out, "[withheld"...)
		if len(out)-done < maxGrowth {
			out = append(out, ": "...)
			out = s.appendLabel(out, p.label)
		}
		out = append(out, ']')
		if p.quote {
			out = append(out, '"')
		}
	}
	return append(out, s.raw[done:]...), hits
}

// appendLabel makes a label fit into a JSON string; it holds no control
// characters.
func (s *scan) appendLabel(out []byte, label string) []byte {
	for _, c := range []byte(label) {
		if s.json && (c == '"' || c == '\\') {
			out = append(out, '\\')
		}
		out = append(out, c)
	}
	return out
}

// merge joins spans that overlap: the leftmost, of these the longest, gives the
// label. Neighbours with one label are pieces of one value.
func merge(spans []span) []span {
	slices.SortFunc(spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	merged := spans[:0]
	for _, next := range spans {
		if n := len(merged); n > 0 {
			last := &merged[n-1]
			if next.start < last.end || next.start == last.end && next.label == last.label {
				last.end = max(last.end, next.end)
				if !last.lead && next.lead {
					last.lead, last.label = true, next.label
				}
				continue
			}
		}
		merged = append(merged, next)
	}
	return merged
}
