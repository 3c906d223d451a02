package trace

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
)

// mixed is a trace with one record of every kind that matters.
func mixed(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "trace")
	c := morning()
	w := open(t, dir, Options{Launch: "first", Now: c.Now})
	w.SetClient(`<script>alert("client")</script>`)
	for _, r := range []Record{
		{Kind: KindCall, Tool: "browser_navigate", Page: "example.com", Outcome: OutcomeOK, Duration: 480,
			Hosts: []Host{{Name: "example.com", Port: 443, Sent: 900, Received: 12000}, {Name: "ads.example.com", Port: 443, Refused: true, Reason: "ads.example.com is in network.deny", Policy: "policy.toml:7"}}},
		{Kind: KindCall, Tool: "browser_evaluate", Outcome: "connector.forbidden_scope", Reason: "not in tools.allow", Policy: "policy.toml:3"},
		{Kind: KindCall, Tool: "browser_snapshot", Page: "example.com", Outcome: OutcomeOK, Withheld: []string{"password field", "cookie <b>sid</b> of example.com"}, Duration: 30},
		{Kind: KindCall, Tool: "browser_click", Page: "other.test", Outcome: OutcomeError, Duration: 5000},
		{Kind: KindRequest, Method: "tools/list", Outcome: OutcomeOK},
		{Kind: KindNetwork, Hosts: []Host{{Name: `"><img src=x>.test`, Port: 8080, Refused: true, Reason: "not in network.allow"}}},
	} {
		c.add(3 * time.Second)
		add(t, w, r)
	}
	if err := w.Close(OutcomeOK); err != nil {
		t.Fatal(err)
	}
	session(t, dir, Options{Launch: "second", Now: c.Now}, 1)
	return dir
}

// Filters by tool, host, outcome and launch.
func TestFilter(t *testing.T) {
	t.Parallel()
	dir := mixed(t)
	for _, c := range []struct {
		filter Filter
		want   string
	}{
		{Filter{Tool: "browser_click"}, "browser_click"},
		{Filter{Tool: "browser_[cs]*"}, "browser_snapshot browser_click"},
		{Filter{Host: "example.com"}, "browser_navigate browser_snapshot"},
		{Filter{Host: "*.example.com"}, "browser_navigate"},
		{Filter{Outcome: "refused"}, "browser_navigate browser_evaluate network"},
		{Filter{Outcome: "forbidden_scope"}, "browser_evaluate"},
		{Filter{Outcome: "error"}, "browser_click"},
		{Filter{Launch: "second"}, "start tool_0 end"},
		{Filter{Launch: "second", Tool: "browser_click"}, ""},
	} {
		var got []string
		if err := Read(dir, c.filter, func(r Record) error { got = append(got, r.Name()); return nil }); err != nil {
			t.Fatal(err)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%+v: %v", c.filter, got)
		}
	}
	if (Filter{Tool: "["}).Check() == nil || (Filter{Tool: "browser_*"}).Check() != nil {
		t.Error("Check")
	}
}

// Follow gives what is there and what comes, into the next day.
func TestFollow(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "trace")
	c := &clock{now: time.Date(2020, 1, 1, 23, 59, 0, 0, time.UTC)}
	w := open(t, dir, Options{Now: c.Now})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var got []string
	err := Follow(ctx, dir, Filter{}, func(r Record) error {
		got = append(got, r.Name())
		switch r.Name() {
		case KindStart:
			return w.Append(Record{Kind: KindCall, Tool: "today"})
		case "today":
			c.add(time.Hour)
			return w.Append(Record{Kind: KindCall, Tool: "tomorrow"})
		case "tomorrow":
			return w.Close(OutcomeOK)
		default:
			cancel()
			return nil
		}
	})
	if want := []string{"start", "today", "tomorrow", "end"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v %v", err, got)
	}
}

// The page is one file: it refers to nothing, runs nothing, and whatever stands
// in a record is text.
func TestHTML(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := HTML(&out, mixed(t), Filter{}, morning().now); err != nil {
		t.Fatal(err)
	}
	tree, err := html.Parse(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	tags := map[string]int{}
	for node := range tree.Descendants() {
		if node.Type != html.ElementNode {
			continue
		}
		tags[node.Data]++
		for _, a := range node.Attr {
			if (a.Key == "src" || a.Key == "href") && a.Val != "data:," || strings.HasPrefix(a.Key, "on") {
				t.Errorf("<%s %s=%q>", node.Data, a.Key, a.Val)
			}
		}
	}
	for _, tag := range []string{"script", "img", "iframe", "object", "b", "base"} {
		if tags[tag] > 0 {
			t.Errorf("%d <%s>", tags[tag], tag)
		}
	}
	if tags["rect"] != 11 || tags["table"] != 3 {
		t.Errorf("%d bars, %d tables", tags["rect"], tags["table"])
	}
	for _, want := range []string{"browser_evaluate", "policy.toml:3", "policy.toml:7", "ads.example.com", "12.0 kB", "password field", "none changed, missing or reordered"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// A large trace makes a page that a browser can show.
func TestHTMLIsBounded(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "trace")
	w := open(t, dir, Options{})
	for i := range maxRows + 100 {
		add(t, w, Record{Kind: KindCall, Tool: fmt.Sprint("t", i)})
	}
	var out bytes.Buffer
	if err := HTML(&out, dir, Filter{}, time.Now()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "101 older ones left out") || out.Len() > 8<<20 {
		t.Errorf("%d bytes", out.Len())
	}
	if err := w.Close(OutcomeOK); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := HTML(&out, filepath.Join(dir, "none"), Filter{}, time.Now()); err != nil || !strings.Contains(out.String(), "There are no records") {
		t.Error(err)
	}
}
