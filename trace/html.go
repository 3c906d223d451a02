package trace

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"connector-browser/secrets/safefile"
)

//go:embed page.html
var pageText string

// page escapes whatever stands in a record, and refers to nothing outside.
var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"clock": func(t Time) string { return t.UTC().Format("2006-01-02 15:04:05.000") },
	"bytes": Bytes,
	"join":  func(s []string) string { return strings.Join(s, ", ") },
}).Parse(pageText))

// maxRows bounds the page: a browser has to be able to show it.
const maxRows = 5000

// hostRow is a host with what passed in all chosen records.
type hostRow struct {
	Name           string
	Allowed        int
	Refused        int
	Sent, Received int64
	Reason, Policy string // of the last refusal
}

// bar is a record in the timeline.
type bar struct {
	X, Width, Y int
	Class, Tip  string
}

// view is what the page shows.
type view struct {
	Made     Time
	Records  []Record
	Omitted  int
	Refused  []Record
	Withheld int
	Launches int
	Hosts    []*hostRow
	Bars     []bar
	Height   int
	From, To Time
	Report   *Report
}

// HTML writes the chosen records as one page for a person: a timeline, the
// refused calls, the hosts, and what Verify says of the whole trace. The page
// runs no script and loads nothing.
func HTML(w io.Writer, dir string, f Filter, now time.Time) error {
	report, err := Verify(dir)
	if err != nil {
		return err
	}
	v := view{Made: Time{now}, Report: report}
	hosts := map[string]*hostRow{}
	launches := map[string]int{}
	err = Read(dir, f, func(r Record) error {
		if _, known := launches[r.Launch]; !known {
			launches[r.Launch] = len(launches)
		}
		for _, h := range r.Hosts {
			countHost(hosts, h)
		}
		if len(r.Withheld) > 0 {
			v.Withheld++
		}
		if v.Records = append(v.Records, r); len(v.Records) > maxRows {
			v.Records, v.Omitted = v.Records[1:], v.Omitted+1
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, r := range v.Records {
		if r.Refused() {
			v.Refused = append(v.Refused, r)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(hosts)) {
		v.Hosts = append(v.Hosts, hosts[name])
	}
	v.Launches = len(launches)
	v.timeline(launches)
	if err := page.Execute(w, v); err != nil {
		return fmt.Errorf("the page cannot be written: %w", safefile.Reason(err))
	}
	return nil
}

func countHost(hosts map[string]*hostRow, h Host) {
	name := h.Name
	if h.Port != 0 && h.Port != 80 && h.Port != 443 {
		name = fmt.Sprintf("%s:%d", h.Name, h.Port)
	}
	row := hosts[name]
	if row == nil {
		row = &hostRow{Name: name}
		hosts[name] = row
	}
	if h.Refused {
		row.Refused++
		row.Reason, row.Policy = h.Reason, h.Policy
	} else {
		row.Allowed++
	}
	row.Sent += h.Sent
	row.Received += h.Received
}

// The timeline is this wide, and has a lane of this height for each launch.
const (
	timelineWidth = 1000
	laneHeight    = 14
	maxLanes      = 40
)

// timeline puts each record where it began, as long as it took.
func (v *view) timeline(lanes map[string]int) {
	if len(v.Records) == 0 {
		return
	}
	v.From, v.To = v.Records[0].Time, v.Records[0].Time
	for _, r := range v.Records {
		if r.Time.Before(v.From.Time) {
			v.From = r.Time
		}
		if end := r.Time.Add(time.Duration(r.Duration * float64(time.Millisecond))); end.After(v.To.Time) {
			v.To = Time{end}
		}
	}
	span := max(v.To.Sub(v.From.Time), time.Millisecond)
	first := lanes[v.Records[0].Launch]
	for _, r := range v.Records {
		lane := min(max(lanes[r.Launch]-first, 0), maxLanes-1)
		x := int(int64(timelineWidth) * r.Time.Sub(v.From.Time).Milliseconds() / max(span.Milliseconds(), 1))
		width := int(float64(timelineWidth) * r.Duration / max(float64(span.Milliseconds()), 1))
		b := bar{X: x, Width: min(max(width, 2), max(timelineWidth-x, 2)), Y: lane * laneHeight, Class: "ok", Tip: r.summary()}
		switch {
		case r.Refused():
			b.Class = "refused"
		case r.Outcome == OutcomeError:
			b.Class = "error"
		case len(r.Withheld) > 0:
			b.Class = "withheld"
		}
		v.Bars = append(v.Bars, b)
		v.Height = max(v.Height, b.Y+laneHeight)
	}
}

// Name is what a person calls the record: the tool, else the method, else the
// kind.
func (r *Record) Name() string {
	for _, name := range []string{r.Tool, r.Method} {
		if name != "" {
			return name
		}
	}
	return r.Kind
}

func (r *Record) summary() string {
	text := fmt.Sprintf("%s %s %s", r.Time.UTC().Format("15:04:05"), r.Name(), r.Outcome)
	if r.Reason != "" {
		text += ": " + r.Reason
	}
	return text
}

// Bytes writes a size for a person.
func Bytes(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1000_000:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	case n < 1000_000_000:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}
