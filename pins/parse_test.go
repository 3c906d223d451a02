package pins_test

import (
	"path/filepath"
	"strings"
	"testing"

	connectorbrowser "connector-browser"
	"connector-browser/pins"
)

// A lock that is not exactly one is refused with a sentence.
func TestParseLockRefuses(t *testing.T) {
	t.Parallel()
	good := string(connectorbrowser.Lock)
	swap := func(old, with string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("the lock no longer holds %s", old)
		}
		return strings.Replace(good, old, with, 1)
	}
	for name, c := range map[string]struct{ text, word string }{
		"empty":                     {"", "ends too early"},
		"an array":                  {"[]", "not a JSON object"},
		"cut off":                   {good[:len(good)/2], "ends too early"},
		"something after it":        {good + "{}", "follows"},
		"no programs":               {"{}", "exactly one server"},
		"a program that is null":    {`{"x":null}`, "role"},
		"an unknown key":            {swap(`"role": "server"`, `"role": "server", "extra": 1`), "extra"},
		"a key in another spelling": {swap(`"role"`, `"Role"`), `"Role"`},
		"a key given twice":         {swap(`"role": "server"`, `"role": "server", "role": "server"`), "given twice"},
		"a program given twice":     {swap(`"node": {`, `"playwright-mcp": {`), "given twice"},
		"an unknown role":           {swap(`"role": "server"`, `"role": "butler"`), "the role must be"},
		"two servers":               {swap(`"role": "runtime"`, `"role": "server"`), "exactly one server"},
		"no version":                {swap(`"version": "24`, `"versio": "24`), "versio"},
		"an unknown platform":       {swap(`"platform": "darwin-x64"`, `"platform": "darwin-ppc"`), "its platform is unknown"},
		"a short sha256":            {swap(`"sha256": "f00`, `"sha256": "f0`), "64 hexadecimal digits"},
		"a sha256 in upper case":    {swap(`"sha256": "f00`, `"sha256": "F00`), "64 hexadecimal digits"},
		"no size":                   {swap(`"size": 24095,`, ``), "size or max_size"},
		"a negative size":           {swap(`"size": 24095`, `"size": -1`), "size or max_size"},
		"a number as a string":      {swap(`"size": 24095`, `"size": "24095"`), "size"},
		"plain http":                {swap(`"source": "https://`, `"source": "http://`), "plain https address"},
		"a file":                    {swap(`"source": "https://`, `"source": "file:///`), "plain https address"},
		"an address with a secret":  {swap(`"source": "https://`, `"source": "https://u:p@`), "plain https address"},
		"another token":             {swap(`{file}`, `{arch}`), "token other than"},
		"no archive's name":         {swap(`-linux-x64.tar.xz"`, `-linux-x64.exe"`), "names no .zip"},
		"npm without a version":     {swap(`npm:@playwright/mcp@{version}`, `npm:@playwright/mcp`), "npm:NAME@VERSION"},
		"npm that climbs":           {swap(`npm:@playwright/mcp@{version}`, `npm:../mcp@{version}`), "npm:NAME@VERSION"},
		"a destination that climbs": {swap(`"destination": "node"`, `"destination": "../node"`), "destination"},
		"an absolute destination":   {swap(`"destination": "node"`, `"destination": "/node"`), "destination"},
		"a destination of ours":     {swap(`"destination": "node"`, `"destination": "archives"`), "destination"},
		"destinations in another":   {swap(`"destination": "node_modules/playwright"`, `"destination": "node_modules/@playwright"`), "lies inside"},
		"a start that climbs":       {swap(`"start": "cli.js"`, `"start": "../cli.js"`), "content"},
		"nothing that starts":       {swap(`"start": "cli.js",`, ``), "what is started"},
		"a name that climbs":        {swap(`"LICENSE", "bin/node"`, `"../LICENSE", "bin/node"`), "plain relative path"},
		"a bound that is missing":   {swap(`"max_unpacked": 4194304,`, ``), "max_unpacked"},
		"a strip that is absurd":    {swap(`"strip": 1`, `"strip": 100`), "strip"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := pins.ParseLock([]byte(c.text))
			if err == nil || !strings.HasPrefix(err.Error(), "binaries.lock.json: ") || !strings.Contains(err.Error(), c.word) {
				t.Errorf("%v", err)
			}
		})
	}
}

// FuzzParseLock: whatever the bytes, an answer and no panic; and what is
// accepted has only destinations inside bin/ and sources that may be fetched.
func FuzzParseLock(f *testing.F) {
	f.Add(connectorbrowser.Lock)
	f.Add([]byte(`{"a":{"role":"server","version":"1","archives":[{"platform":"*","source":"npm:a@1"}]}}`))
	f.Add([]byte(`{"a":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		lock, err := pins.ParseLock(data)
		if err != nil {
			return
		}
		for _, p := range lock.Programs() {
			for _, a := range p.Archives {
				if !filepath.IsLocal(a.Destination) || strings.ContainsAny(a.Name(), "/\x00") {
					t.Errorf("%q %q", a.Destination, a.Name())
				}
				for _, s := range a.Addresses("https://registry.test") {
					if !strings.HasPrefix(s, "https://") {
						t.Errorf("%q", s)
					}
				}
			}
		}
	})
}
