package trace

import (
	"fmt"
	"maps"
	"slices"
)

// Problem is a place in the trace that is not as it was written.
type Problem struct {
	File string `json:"file"`
	Line int    `json:"line"` // 0: of no line
	What string `json:"what"`
}

func (p Problem) String() string {
	if p.Line == 0 {
		return p.What
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.What)
}

// Report is what Verify found.
type Report struct {
	Files    int       `json:"files"`
	Records  int       `json:"records"`
	Launches int       `json:"launches"`
	Problems []Problem `json:"problems"`
	Open     []string  `json:"open"`           // launches without an end: running, killed, or cut off
	Early    []string  `json:"early"`          // launches that began before the oldest day that is kept
	Head     string    `json:"head,omitempty"` // the last hash; keep it elsewhere to notice a trace that was cut or written anew
}

// OK says that nothing was changed, taken out, moved or put in.
func (r *Report) OK() bool { return len(r.Problems) == 0 }

// maxProblems bounds a report on a file that is no trace at all.
const maxProblems = 1000

// Verify reads the whole trace and checks every chain in it.
func Verify(dir string) (*Report, error) {
	names, err := days(dir)
	if err != nil {
		return nil, err
	}
	v := verifier{launches: map[string]*launch{}, hashes: map[string]bool{}}
	v.report = Report{Problems: []Problem{}, Open: []string{}, Early: []string{}}
	for i, name := range names {
		v.name, v.line, v.oldest = name, 0, i == 0
		file, err := openFile(dir, name)
		if err != nil {
			return nil, err
		}
		err = lines(file, func(line []byte) error { v.record(line); return nil })
		file.Close()
		if err != nil {
			v.problem("cannot be read to its end: %v", err)
		}
	}
	v.finish()
	v.report.Files = len(names)
	return &v.report, nil
}

// verifier is one pass over the trace.
type verifier struct {
	report   Report
	name     string
	line     int
	oldest   bool // the file is the first that is kept
	launches map[string]*launch
	hashes   map[string]bool // of every line so far
}

// launch is one chain as far as it was read.
type launch struct {
	next    uint64            // the number that has to come
	hashes  map[uint64]string // of the records, by number
	prevs   map[uint64]string // what each says of the one before it
	missing map[uint64]bool   // numbers that were skipped
	ended   bool
	count   uint64
	file    string
	line    int // of the last record
}

func (v *verifier) problem(format string, args ...any) {
	if len(v.report.Problems) < maxProblems {
		v.report.Problems = append(v.report.Problems, Problem{v.name, v.line, fmt.Sprintf(format, args...)})
	}
}

// record checks one line against the chain of its launch.
func (v *verifier) record(line []byte) {
	v.line++
	if len(line) == 0 { // put before a record where the line above it seemed unfinished
		return
	}
	r, intact, err := unseal(line)
	if err != nil {
		v.problem("this line is no record")
		return
	}
	v.report.Records++
	if !intact {
		v.problem("record %d of launch %s was changed", r.Seq, r.Launch)
	}
	l := v.launches[r.Launch]
	if l == nil {
		l = &launch{hashes: map[uint64]string{}, prevs: map[uint64]string{}, missing: map[uint64]bool{}}
		if v.oldest && r.Seq > 0 {
			l.next = r.Seq
			l.hashes[r.Seq-1] = r.Prev
			v.report.Early = append(v.report.Early, r.Launch)
		}
		v.launches[r.Launch] = l
	}
	v.place(l, &r)
	if r.Kind == KindStart && r.After != "" && !v.hashes[r.After] && !v.oldest {
		v.problem("launch %s began after a record that is not there: what stood before it was taken out", r.Launch)
	}
	if l.ended && r.Kind != KindEnd {
		v.problem("record %d of launch %s stands after its end", r.Seq, r.Launch)
	}
	if r.Kind == KindEnd {
		l.ended, l.count = true, r.Count
	}
	l.hashes[r.Seq], l.prevs[r.Seq], l.file, l.line = r.Hash, r.Prev, v.name, v.line
	v.hashes[r.Hash], v.report.Head = true, r.Hash
}

// place checks the record's number, and that it follows the one before it.
func (v *verifier) place(l *launch, r *Record) {
	switch {
	case r.Seq == l.next:
		l.next++
	case r.Seq > l.next:
		for n := l.next; n < r.Seq && len(l.missing) < maxProblems; n++ {
			l.missing[n] = true
		}
		l.next = r.Seq + 1
	case l.missing[r.Seq]:
		delete(l.missing, r.Seq)
		v.problem("record %d of launch %s stands after record %d: they were reordered", r.Seq, r.Launch, l.next-1)
	default:
		v.problem("record %d of launch %s is there twice", r.Seq, r.Launch)
		return
	}
	if before, known := l.hashes[r.Seq-1]; r.Seq > 0 && known && before != r.Prev {
		v.problem("record %d of launch %s does not follow record %d: one of them was written anew", r.Seq, r.Launch, r.Seq-1)
	}
	if prev, known := l.prevs[r.Seq+1]; known && prev != r.Hash {
		v.problem("record %d of launch %s does not follow record %d: one of them was written anew", r.Seq+1, r.Launch, r.Seq)
	}
	if r.Seq == 0 && (r.Prev != "" || r.Kind != KindStart) {
		v.problem("record 0 of launch %s is not the start of a launch", r.Launch)
	}
}

// finish says what is missing, launch by launch.
func (v *verifier) finish() {
	v.report.Launches = len(v.launches)
	for _, name := range slices.Sorted(maps.Keys(v.launches)) {
		l := v.launches[name]
		v.name, v.line = l.file, 0
		for _, gap := range gaps(l.missing) {
			v.problem("of launch %s, %s missing", name, gap)
		}
		switch {
		case !l.ended:
			v.report.Open = append(v.report.Open, name)
		case l.count != l.next:
			v.problem("launch %s says that it wrote %d records, and its last is record %d", name, l.count, l.next-1)
		}
	}
	slices.Sort(v.report.Early)
}

// gaps puts neighbouring numbers together.
func gaps(missing map[uint64]bool) []string {
	var out []string
	numbers := slices.Sorted(maps.Keys(missing))
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		if i == j {
			out = append(out, fmt.Sprintf("record %d is", numbers[i]))
		} else {
			out = append(out, fmt.Sprintf("records %d to %d are", numbers[i], numbers[j]))
		}
		i = j + 1
	}
	return out
}
