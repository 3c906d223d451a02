package launcher_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"connector-browser/launcher/launchtest"
	"connector-browser/launcher/sandbox"
	"connector-browser/pins/pinstest"
)

// bare is the pinned upstream with nobody in between: what we say of it is held
// against what it says itself.
func bare(t *testing.T, more ...string) *launchtest.Session {
	t.Helper()
	build, dir := pinstest.Build(t), t.TempDir()
	child, err := sandbox.Start(sandbox.Walls{
		Dir: dir, ReadOnly: build.ReadOnly, Program: build.Node,
		Args: append([]string{build.Script, "--headless", "--isolated", "--browser", "chromium", "--sandbox", "--executable-path", build.Browser}, more...),
		Env:  append([]string{"HOME=" + dir, "PATH=/usr/bin:/bin"}, build.Env...),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { child.Close() })
	s := launchtest.Talk(t, child.Stdin, child.Stdout)
	s.Initialize()
	return s
}

// listed are the names in tools/list.
func listed(t *testing.T, s *launchtest.Session) (names []string) {
	t.Helper()
	var list struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal(s.Ask("tools/list", map[string]any{}).Result, &list); err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	return names
}

// CB-123, CB-124, CB-126: of what the storage capability brings one tool is
// offered; the others are answered in the very bytes with which the upstream
// answers a tool that it does not have, and no browser starts for it.
func TestWithheldToolsDoNotExist(t *testing.T) {
	t.Parallel()
	conf := launchtest.New(t).Auth("", true)
	l := start(t, conf)
	without := bare(t)
	plain, storage := listed(t, without), listed(t, bare(t, "--caps", "storage"))
	offered := l.offered()
	withheld := slices.DeleteFunc(slices.Clone(storage), func(name string) bool { return slices.Contains(offered, name) })
	if len(plain) != 25 || len(storage) != 42 || len(withheld) != 16 {
		t.Errorf("the upstream has %d tools, with the capability %d; withheld are %d", len(plain), len(storage), len(withheld))
	}
	want := slices.Sorted(slices.Values(append(plain, save)))
	if diff := cmp.Diff(want, slices.Sorted(slices.Values(offered))); diff != "" {
		t.Errorf("-the upstream's and the save, +offered:\n%s", diff)
	}

	l.Up()
	for i, name := range withheld {
		id := fmt.Sprint(1000 + i)
		line := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":%q,"arguments":{}}}`, id, name)
		want := without.Await(without.Raw(id, line)).Line
		for _, spelled := range []string{line, strings.Replace(line, "browser_", `b\u0072owser_`, 1), strings.ReplaceAll(line, ":", " : ")} {
			if got := l.Await(l.Raw(id, spelled)).Line; got != want {
				t.Errorf("%s\nwe answer      %s\nthe upstream   %s", spelled, got, want)
			}
		}
	}
	if browsers := conf.Browsers(); len(browsers) != 0 {
		t.Errorf("a browser was started: %q", browsers[0].Args)
	}
	l.Say(`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"browser_cookie_list","arguments":{}}}`)
	l.Up()
	if others := l.Others(); len(others) != 0 { // CB-125
		t.Errorf("a call without an id is answered %q", others)
	}
	l.leaves()
}
