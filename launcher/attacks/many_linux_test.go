package attacks

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
)

// belongings is what launches could leave in the process that makes them.
type belongings struct{ descriptors, goroutines, children, namespaces int }

func count(t *testing.T) (b belongings) {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	b.descriptors, b.goroutines = len(entries), runtime.NumGoroutine()
	own := map[string]bool{}
	all, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range all {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		if fields[1] != quote(os.Getpid()) {
			continue
		}
		b.children++
		if link, err := os.Readlink(filepath.Join(filepath.Dir(path), "ns/pid_for_children")); err == nil {
			own[link] = true
		}
	}
	b.namespaces = len(own)
	return b
}

// within wants no more to be there than before, soon.
func (before belongings) within(t *testing.T, limit time.Duration) {
	t.Helper()
	var now belongings
	if !launchtest.Within(limit, func() bool {
		now = count(t)
		return now.descriptors <= before.descriptors && now.goroutines <= before.goroutines && now.children <= before.children && now.namespaces <= before.namespaces
	}) {
		t.Errorf("before there was %+v, afterwards %+v", before, now)
	}
}

// TestEightAtOnce: eight launches that each show a page at the same time, in one
// configuration, leave nothing.
func TestEightAtOnce(t *testing.T) {
	conf := launchtest.New(t).Auth("", false)
	once(t, conf) // what is made once and kept
	before := count(t)
	t.Run("launches", func(t *testing.T) {
		var all []*launch
		var pages []<-chan launchtest.Answer
		for range 8 {
			l := start(t, conf, io.Discard)
			all = append(all, l)
			pages = append(pages, l.Call("browser_navigate", launchtest.Arguments{"url": "data:text/html,hello"}))
		}
		for n, l := range all {
			if answer := l.Await(pages[n]); answer.IsError() || answer.Error != nil {
				t.Errorf("launch %d: %s", n, answer.Line)
			}
		}
		if found := conf.Launches(); len(found) != 8 {
			t.Errorf("there are the launch directories %q", found)
		}
		for _, l := range all {
			l.Leave()
		}
		for _, l := range all {
			<-l.done
			if l.err != nil || l.exit.Signal != 0 {
				t.Errorf("a launch ended with %+v, %v", l.exit, l.err)
			}
		}
	})
	conf.LeavesNothing()
	before.within(t, waiting)
}

// hundred, set to anything, has a hundred real launches made in a row, each with
// a page: minutes, so not always. The walls alone stand a hundred times in
// launcher/sandbox.
const hundred = "CONNECTOR_BROWSER_HUNDRED_LAUNCHES"

func TestHundredInARow(t *testing.T) {
	if os.Getenv(hundred) == "" {
		t.Skip("set " + hundred + " to make a hundred real launches")
	}
	conf := launchtest.New(t).Auth("", false)
	once(t, conf)
	before, began := count(t), time.Now()
	for range 100 {
		once(t, conf)
	}
	t.Logf("a hundred launches took %v", time.Since(began).Round(time.Second))
	conf.LeavesNothing()
	before.within(t, waiting)
}

// once makes one launch, shows a page, and leaves.
func once(t *testing.T, conf *launchtest.Conf) {
	t.Helper()
	t.Run("launch", func(t *testing.T) {
		l := start(t, conf, io.Discard)
		l.Does("browser_navigate", launchtest.Arguments{"url": "data:text/html,hello"})
		l.leaves(waiting)
	})
}
