package pins_test

import (
	"io/fs"
	"strings"
	"testing"
)

// hostile are entries that no archive may hold, each with a word of the
// refusal.
var hostile = map[string]struct {
	things []thing
	word   string
}{
	"climbs":                   {[]thing{{name: "package/../../x"}}, "a name with .."},
	"climbs at once":           {[]thing{{name: "../x"}}, "a name with .."},
	"climbs at the end":        {[]thing{{name: "package/a/.."}}, "a name with .."},
	"absolute":                 {[]thing{{name: "/etc/x"}}, "an absolute name"},
	"empty element":            {[]thing{{name: "package//x"}}, "not in its simplest form"},
	"dot element":              {[]thing{{name: "package/./x"}}, "not in its simplest form"},
	"backslash":                {[]thing{{name: `package\..\x`}}, "a backslash"},
	"control character":        {[]thing{{name: "package/a\nb"}}, "a control character"},
	"not UTF-8":                {[]thing{{name: "package/\xff"}}, "not UTF-8"},
	"long element":             {[]thing{{name: "package/" + strings.Repeat("x", 256)}}, "longer than 255"},
	"beside the top folder":    {[]thing{{name: "x"}}, "outside the archive's top folder"},
	"fifo":                     {[]thing{{name: "package/x", mode: fs.ModeNamedPipe | 0o644}}, "a fifo"},
	"device":                   {[]thing{{name: "package/x", mode: fs.ModeDevice | 0o644}}, "a device node"},
	"character device":         {[]thing{{name: "package/x", mode: fs.ModeDevice | fs.ModeCharDevice | 0o644}}, "a device node"},
	"hard link out":            {[]thing{{name: "package/x", target: "/etc/passwd", hard: true}}, "a hard link"},
	"setuid":                   {[]thing{{name: "package/x", mode: fs.ModeSetuid | 0o755}}, "set-user-id"},
	"setgid":                   {[]thing{{name: "package/x", mode: fs.ModeSetgid | 0o755}}, "set-group-id"},
	"link to an absolute path": {[]thing{{name: "package/x", target: "/etc/passwd", mode: fs.ModeSymlink}}, "a link that leaves the tree"},
	"link that climbs out":     {[]thing{{name: "package/a/x", target: "../../y", mode: fs.ModeSymlink}}, "a link that leaves the tree"},
	"link just above":          {[]thing{{name: "package/x", target: "..", mode: fs.ModeSymlink}}, "a link that leaves the tree"},
	"link that turns":          {[]thing{{name: "package/x", target: "a/../../y", mode: fs.ModeSymlink}}, "not in its simplest form"},
	"link to nothing":          {[]thing{{name: "package/x", target: "", mode: fs.ModeSymlink}}, "a link that leaves the tree"},
	"below a link":             {[]thing{{name: "package/d", target: "lib", mode: fs.ModeSymlink}, {name: "package/d/x"}}, "below something that is no folder"},
	"below a file":             {[]thing{{name: "package/d"}, {name: "package/d/x"}}, "below something that is no folder"},
	"twice":                    {[]thing{{name: "package/x"}, {name: "package/x"}}, "a name given twice"},
	"a file for a folder":      {[]thing{{name: "package/d/x"}, {name: "package/d"}}, "a name given twice"},
	"case":                     {[]thing{{name: "package/x"}, {name: "package/X"}}, "in upper and lower case only"},
	"case of a folder":         {[]thing{{name: "package/d/x"}, {name: "package/D/y"}}, "in upper and lower case only"},
	"folding":                  {[]thing{{name: "package/straße"}, {name: "package/STRASSE"}}, "in upper and lower case only"},
	"composition":              {[]thing{{name: "package/\u00e9"}, {name: "package/e\u0301"}}, "in upper and lower case only"},
	"kelvin":                   {[]thing{{name: "package/k"}, {name: "package/\u212a"}}, "in upper and lower case only"},
}

// CB-009: what an archive would give is checked before anything is written,
// in a tar as in a nested tar, even in one whose sha256 the lock pins.
func TestHostileTar(t *testing.T) {
	t.Parallel()
	for name, c := range hostile {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			toy := newToy()
			good := thing{name: "package/core.js", body: "core"}
			toy.pack("server", 2, tgz(append([]thing{good}, c.things...)...))
			o := serve(t, toy).options(t)
			refused(t, o, "toy-core-9.9.9.tgz is refused: it holds", c.word, "nothing was unpacked")
			notInstalled(t, o)
			onlyArchives(t, o.Dir)
		})
		t.Run(name+", nested", func(t *testing.T) {
			t.Parallel()
			if strings.Contains(name, "top folder") {
				t.Skip("a nested tar has no top folder")
			}
			toy := newToy()
			things := []thing{{name: "lib/libnss3.so", mode: executable}}
			for _, th := range c.things {
				th.name = strings.TrimPrefix(th.name, "package/")
				things = append(things, th)
			}
			toy.pack("headless", 0, tgz(thing{name: "package/LICENSE"}, thing{name: "package/bin/chromium.br", body: br(tinyELF())}, thing{name: "package/bin/lib.tar.br", body: br(tarred(things...))}))
			o := serve(t, toy).options(t)
			o.Browser = "headless"
			refused(t, o, "toy-chromium-153.0.0.tgz is refused", "nothing was unpacked")
			onlyArchives(t, o.Dir)
		})
	}
}

// CB-009: the same in a zip, as far as a zip can hold it.
func TestHostileZip(t *testing.T) {
	t.Parallel()
	for name, c := range hostile {
		if c.things[0].hard || strings.Contains(name, "top folder") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			toy := newToy()
			things := []thing{{name: "chrome-linux64/chrome", body: string(tinyELF()), mode: executable}}
			for _, th := range c.things {
				th.name = strings.TrimPrefix(th.name, "package/")
				things = append(things, th)
			}
			toy.pack("chrome", 0, zipped(things...))
			o := serve(t, toy).options(t)
			refused(t, o, "155.0-chrome-linux64.zip", "nothing was unpacked")
			onlyArchives(t, o.Dir)
		})
	}
}
