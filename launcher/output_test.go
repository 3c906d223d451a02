package launcher_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"connector-browser/launcher/launchtest"
)

// tree is everything below the configuration directory but the build, the lock
// and the trace.
func tree(t *testing.T, conf *launchtest.Conf) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(conf.Dir, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path == conf.Connector("bin"), path == conf.Connector("trace"):
			return fs.SkipDir
		case entry.Name() == ".lock":
			return nil
		}
		info, err := entry.Info()
		if err == nil && entry.Type().IsRegular() {
			found[path] = fmt.Sprint(info.Mode(), info.Size(), info.ModTime())
		} else if err == nil {
			found[path] = info.Mode().String()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// linked are the files that an answer links to.
func linked(text string) (paths []string) {
	for _, found := range regexp.MustCompile(`\]\((/[^)]*)\)|to "(/[^"]*)"`).FindAllStringSubmatch(text, -1) {
		paths = append(paths, found[1]+found[2])
	}
	return paths
}

// download is a function that has the page download a file of so many MiB.
func download(name string, size int) string {
	return fmt.Sprintf(`() => { const a = document.createElement("a"); a.download = %q;
		a.href = URL.createObjectURL(new Blob([new Uint8Array(%d << 20)])); a.click(); return 1 }`, name, size)
}

// What a session writes is in its output folder, bounded, and gone with it.
func TestOutputFolder(t *testing.T) {
	t.Parallel()
	conf := launchtest.New(t).Auth("", false)
	before := tree(t, conf)
	l := start(t, conf)
	out := filepath.Join(l.directory(), "out")
	text := l.Does("browser_navigate", launchtest.Arguments{"url": page(`hello<script>console.error("said")</script>`)})

	l.Step("CB-151 what is in it", func(t *testing.T) {
		for name, answer := range map[string]string{
			"snapshot":   text,
			"screenshot": l.Does("browser_take_screenshot", nil),
			"console":    l.Does("browser_console_messages", launchtest.Arguments{"filename": "console.log"}),
		} {
			files := linked(answer)
			if len(files) == 0 {
				t.Errorf("%s: no link in %s", name, answer)
			}
			for _, file := range files {
				if info, err := os.Stat(strings.SplitN(file, "#", 2)[0]); err != nil || filepath.Dir(file) != out || info.Size() == 0 {
					t.Errorf("%s: %s, %v", name, file, err)
				}
			}
		}
		l.Evaluate(download("small.bin", 1), nil)
		if !launchtest.Within(waiting, func() bool {
			info, err := os.Stat(filepath.Join(out, "small.bin"))
			return err == nil && info.Size() == 1<<20
		}) {
			t.Error("the download is not there")
		}
	})
	l.Step("CB-097 at most 64 MiB, the older files go", func(t *testing.T) {
		for i := range 3 {
			name := fmt.Sprintf("large-%d.bin", i)
			l.Evaluate(download(name, 30), nil)
			if !launchtest.Within(waiting, func() bool {
				info, err := os.Stat(filepath.Join(out, name))
				return err == nil && info.Size() == 30<<20
			}) {
				t.Fatalf("%s is not there", name)
			}
		}
		l.Does("browser_take_screenshot", nil) // the upstream looks at the end of each call
		total, names := int64(0), []string{}
		entries, err := os.ReadDir(out)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			info, err := entry.Info()
			if err != nil {
				t.Fatal(err)
			}
			total, names = total+info.Size(), append(names, entry.Name())
		}
		if all := strings.Join(names, " "); total > 64<<20 || strings.Contains(all, "large-0.bin") || !strings.Contains(all, "large-2.bin") {
			t.Errorf("the folder holds %d bytes in %q", total, names)
		}
	})
	l.leaves()
	if diff := cmp.Diff(before, tree(t, conf)); diff != "" { // CB-152
		t.Errorf("the session left something (-before +after):\n%s", diff)
	}
}
