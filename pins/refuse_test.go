package pins_test

import (
	"bytes"
	"compress/gzip"
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

// A bomb ends at the bound that the lock sets, on whichever layer it sits.
func TestBomb(t *testing.T) {
	t.Parallel()
	zeros := strings.Repeat("\x00", 8<<20)
	bombs := map[string]func(*toy){
		"tgz": func(toy *toy) {
			toy.pack("server", 2, tgz(thing{name: "package/core.js", body: zeros}))
		},
		"xz, in a file that is not unpacked": func(toy *toy) {
			toy.pack("node", 0, txz(thing{name: "n/LICENSE"}, thing{name: "n/bin/node", mode: executable}, thing{name: "n/big", body: zeros}))
		},
		"zip": func(toy *toy) {
			toy.pack("chrome", 0, zipped(thing{name: "chrome-linux64/chrome", body: zeros, mode: executable}))
		},
		"br": func(toy *toy) {
			toy.pack("headless", 0, tgz(thing{name: "package/LICENSE"}, thing{name: "package/bin/chromium.br", body: br([]byte(zeros))}, thing{name: "package/bin/lib.tar.br", body: br(tarred(thing{name: "lib/libnss3.so"}))}))
		},
		"behind the end of a tar": func(toy *toy) {
			var b bytes.Buffer
			w := gzip.NewWriter(&b)
			w.Write(tarred(thing{name: "package/core.js", body: "core"}))
			w.Write([]byte(zeros))
			w.Close()
			toy.pack("server", 2, b.Bytes())
		},
	}
	for name, prepare := range bombs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			toy := newToy()
			prepare(toy)
			o := serve(t, toy).options(t)
			if name == "br" {
				o.Browser = "headless"
			}
			refused(t, o, "cannot be unpacked", "more than binaries.lock.json allows")
			notInstalled(t, o)
			onlyArchives(t, o.Dir)
		})
	}
}

// An archive that lacks what the lock says it holds, and one that is cut off
// inside although its sha256 is right, are refused.
func TestIncompleteArchive(t *testing.T) {
	t.Parallel()
	t.Run("no executable", func(t *testing.T) {
		toy := newToy()
		toy.pack("node", 0, txz(thing{name: "n/LICENSE"}))
		o := serve(t, toy).options(t)
		refused(t, o, "node-v24.0.0.tar.xz is refused: it lacks bin/node")
		onlyArchives(t, o.Dir)
	})
	t.Run("another executable", func(t *testing.T) {
		toy := newToy()
		toy.pack("node", 0, txz(thing{name: "n/LICENSE"}, thing{name: "n/bin/node", body: "#!/bin/sh\n", mode: executable}))
		o := serve(t, toy).options(t)
		refused(t, o, "bin/node has the sha256", "binaries.lock.json says")
		onlyArchives(t, o.Dir)
	})
	t.Run("another tree", func(t *testing.T) {
		toy := newToy()
		toy.lock["server"].Archives[1]["tree"] = sum(nil)
		o := serve(t, toy).options(t)
		refused(t, o, "toy-9.9.9.tgz unpacks to a tree with the digest")
		onlyArchives(t, o.Dir)
	})
	t.Run("cut off", func(t *testing.T) {
		toy := newToy()
		whole := toy.bytes("server", 1)
		toy.pack("server", 1, whole[:len(whole)-6])
		o := serve(t, toy).options(t)
		refused(t, o, "toy-9.9.9.tgz cannot be unpacked")
		onlyArchives(t, o.Dir)
	})
	t.Run("of another kind", func(t *testing.T) {
		toy := newToy()
		toy.pack("chrome", 0, toy.bytes("server", 1))
		o := serve(t, toy).options(t)
		refused(t, o, "155.0-chrome-linux64.zip cannot be unpacked")
	})
}
