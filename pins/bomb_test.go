package pins_test

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"
)

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
