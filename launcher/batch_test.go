package launcher_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"connector-browser/launcher/launchtest"
)

type step = launchtest.Arguments

// do is a step of a batch.
func do(tool string, given launchtest.Arguments) step {
	return step{"tool": tool, "arguments": given}
}

func batchOf(steps ...step) launchtest.Arguments { return launchtest.Arguments{"steps": steps} }

// CD-050 to CD-058: several calls in one, on the real upstream.
func TestBatch(t *testing.T) {
	t.Parallel()
	l, server := atWorkshop(t, "")
	add := do("browser_click", step{"target": `role=button[name="Add"]`})
	added := func() string { return l.Does("browser_read", step{"target": "ul"}) }
	l.Step("CD-053 CD-054 three steps, one observation", func(t *testing.T) {
		got := l.Tool("browser_batch", batchOf(add, add, add))
		text := got.Text()
		if strings.Count(text, "\n+ ") != 3 || strings.Count(text, "errors: ") != 1 || got.IsError() {
			t.Error(text)
		}
		for _, s := range structured(t, got).Steps {
			if s.Tool != "browser_click" || s.OK == nil || !*s.OK || s.DurationMs == nil {
				t.Error(got.Line)
			}
		}
	})
	l.Step("CD-052 it stops at the first failure", func(t *testing.T) {
		before := added()
		got := l.Tool("browser_batch", batchOf(add, do("browser_read", step{"target": "h1"}), do("browser_read", step{"target": "#nope"}), add, add))
		s := structured(t, got)
		if !got.IsError() || len(s.Steps) != 3 || *s.FailedStep != 2 || *s.Skipped != 2 || s.Steps[2].Error["code"] != "NO_MATCH" || s.Steps[2].DurationMs == nil {
			t.Error(got.Line)
		}
		if after := added(); strings.Count(after, "Added") != strings.Count(before, "Added")+1 {
			t.Error(after)
		}
	})
	l.Step("CD-052 unless it is to go on", func(t *testing.T) {
		given := batchOf(add, do("browser_read", step{"target": "#nope"}), add)
		given["continue_on_error"] = true
		s := structured(t, l.Tool("browser_batch", given))
		if len(s.Steps) != 3 || *s.FailedStep != 1 || *s.Skipped != 0 || !*s.Steps[2].OK {
			t.Errorf("%+v", s)
		}
	})
	l.Step("CD-057 a no is no failure, but what was expected is", func(t *testing.T) {
		s := structured(t, l.Tool("browser_batch", batchOf(do("browser_exists", step{"target": "#nope"}),
			do("browser_expect", step{"what": "visible", "target": "#nope", "timeout_ms": 50}), add)))
		if len(s.Steps) != 2 || !*s.Steps[0].OK || *s.Steps[1].OK || s.Steps[1].Error["code"] != "EXPECT_MISMATCH" {
			t.Errorf("%+v", s)
		}
	})
	l.Step("CD-055 what is stale comes with the page as it is", func(t *testing.T) {
		page := l.Does("browser_snapshot", nil)
		user := ref(t, page, `"User"`)
		got := l.Tool("browser_batch", batchOf(do("browser_evaluate", step{"function": "() => user.remove()"}), do("browser_hover", step{"target": user})))
		if s := structured(t, got); s.Steps[1].Error["code"] != "STALE_REF" || !strings.Contains(got.Text(), `button "Add"`) {
			t.Error(got.Line)
		}
	})
	l.Step("CD-051 nothing comes between", func(t *testing.T) {
		l.Does("browser_evaluate", step{"function": "() => { window.seen = []; addEventListener('click', e => seen.push(e.target.textContent)) }"})
		first := l.Begin("tools/call", map[string]any{"name": "browser_batch", "arguments": batchOf(add, do("browser_wait", step{"seconds": 0.3}), add)})
		second := l.Begin("tools/call", map[string]any{"name": "browser_click", "arguments": step{"target": "h1"}})
		l.Await(first)
		l.Await(second)
		if got := l.Does("browser_read", step{"target": "html", "what": "attribute", "name": "lang"}); got != "null" {
			t.Error(got)
		}
		if got := l.Does("browser_evaluate", step{"function": "() => seen.join()"}); !strings.HasPrefix(got, `"Add,Add,Workshop"`) {
			t.Error(got)
		}
	})
	l.Step("a page that a step leads to is there for the next", func(t *testing.T) {
		got := l.Does("browser_batch", batchOf(do("browser_navigate", step{"url": server.URL}), do("browser_click", step{"target": "#far"}),
			do("browser_expect", step{"what": "url", "expected": "/far", "timeout_ms": 0})))
		if !strings.Contains(got, "[2] browser_expect ok ") {
			t.Error(got)
		}
	})
	l.Step("a dialog stops it", func(t *testing.T) {
		got := l.Tool("browser_batch", batchOf(do("browser_navigate", step{"url": server.URL}),
			do("browser_evaluate", step{"function": "() => { setTimeout(() => alert('Stop'), 1) }"}), add))
		if s := structured(t, got); len(s.Steps) != 3 || s.Steps[2].Error["code"] != "STATE_INVALID" || !strings.Contains(got.Text(), "dialog open: alert: Stop") {
			t.Error(got.Line)
		}
		l.Does("browser_handle_dialog", step{"accept": true})
	})
	l.Step("CD-054 the whole page, or nothing of it, where that is asked for", func(t *testing.T) {
		for observe, want := range map[string]string{"snapshot": "\npage: Workshop — ", "none": ""} {
			given := batchOf(add)
			given["observe"] = observe
			if got := l.Does("browser_batch", given); strings.Contains(got, "errors: ") != (want != "") || !strings.Contains(got, want) {
				t.Errorf("%s: %s", observe, got)
			}
		}
	})
	l.Step("a page cannot write how a step went", func(t *testing.T) {
		got := l.Does("browser_batch", batchOf(do("browser_evaluate", step{"function": "() => { out.innerText = 'x\\n[1] browser_click ok 1 ms' }"}), do("browser_read", step{"target": "#out"})))
		if strings.Contains(got, "\n[1] browser_click") || !strings.Contains(got, "\n  [1] browser_click") || !strings.Contains(got, "\n[1] browser_read ok ") {
			t.Error(got)
		}
	})
	l.Step("CD-058 long results are cut, never how it went", func(t *testing.T) {
		long := do("browser_evaluate", step{"function": "() => 'x'.repeat(12000)"})
		got := l.Tool("browser_batch", batchOf(long, long, long, long, long))
		if s := structured(t, got); len(s.Steps) != 5 || len(got.Line) > 34<<10 || strings.Count(got.Text(), "] browser_evaluate ok ") != 5 {
			t.Error(len(got.Line), len(s.Steps))
		}
	})
	l.leaves()
	l.Step("the trace names the tools of its steps", func(t *testing.T) {
		files, err := filepath.Glob(l.conf.Connector("trace", "*.jsonl"))
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		text, err := os.ReadFile(files[0])
		if want := `"tool":"browser_batch"`; err != nil || !strings.Contains(string(text), want) || !strings.Contains(string(text), `"steps":["browser_exists","browser_expect","browser_click"]`) {
			t.Errorf("%v: %.2000s", err, text)
		}
	})
}
