package pins_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"io"
	"io/fs"
	"slices"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/ulikunitz/xz"

	"connector-browser/pins"
)

// A toy is a lock of small archives that has the shape of the real one: a
// server of three packages, a runtime with an alternative, and two browsers.
// Its programs really start: the runtime is a shell script that answers as the
// server would.
type toy struct {
	lock     toyLock
	archives map[string][]byte // by path on the server: /name
	platform pins.Platform
}

type toyLock map[string]*toyProgram

type toyProgram struct {
	Role      string              `json:"role"`
	Version   string              `json:"version"`
	Archives  []toyArchive        `json:"archives"`
	Libraries []map[string]string `json:"libraries,omitempty"`
}

type toyArchive map[string]any

// thing is one entry of an archive that a test packs.
type thing struct {
	name, body string
	mode       fs.FileMode // with type bits; 0 is a plain file of mode 0644
	target     string      // of a link; of a hard link where hard is set
	hard       bool
}

const executable = fs.FileMode(0o755)

// runtimeScript stands for Node.js: it fills the compile cache that it is given
// and says the server's version.
const runtimeScript = `#!/bin/sh
if [ -n "$NODE_COMPILE_CACHE" ]; then
	folder="$NODE_COMPILE_CACHE/v1-x64-abc-$(id -u)"
	mkdir -p "$folder" && echo code >"$folder/0e"
fi
echo Version 1.2.3
`

func newToy() *toy {
	t := &toy{lock: toyLock{}, archives: map[string][]byte{}, platform: pins.HostPlatform()}
	t.add("server", "server", "1.2.3", toyArchive{"platform": "*", "source": "npm:@toy/mcp@{version}", "destination": "node_modules/@toy/mcp", "strip": 1, "start": "cli.js", "content": map[string]string{"cli.js": ""}},
		tgz(thing{name: "package/cli.js", body: "#!/usr/bin/env node\n", mode: executable}, thing{name: "package/index.js", body: "module.exports = 1\n"}))
	t.add("server", "", "", toyArchive{"platform": "*", "source": "npm:toy@9.9.9", "destination": "node_modules/toy", "strip": 1},
		tgz(thing{name: "package/lib/a.js", body: "aaaa"}, thing{name: "package/lib/b.js", body: "bbbb"}))
	t.add("server", "", "", toyArchive{"platform": "*", "source": "npm:toy-core@9.9.9", "destination": "node_modules/toy-core", "strip": 1},
		tgz(thing{name: "package/core.js", body: "core"}))
	t.add("node", "runtime", "24.0.0", toyArchive{"platform": t.platform, "source": "https://first.test/v{version}/{file}", "file": "node-v{version}.tar.xz", "destination": "node", "strip": 1, "only": []string{"LICENSE", "bin/node"}, "start": "bin/node", "content": map[string]string{"bin/node": sum([]byte(runtimeScript))}},
		txz(thing{name: "node-v24/LICENSE", body: "free"}, thing{name: "node-v24/bin/node", body: runtimeScript, mode: executable}, thing{name: "node-v24/bin/npm", target: "../lib/npm.js", mode: fs.ModeSymlink}, thing{name: "node-v24/lib/npm.js", body: "npm"}))
	t.add("chrome", "browser", "155.0", toyArchive{"platform": t.platform, "source": "https://chrome.test/{version}/{file}", "mirrors": []string{"https://mirror.test/{version}/{file}"}, "file": "linux64/chrome-linux64.zip", "destination": "chrome", "start": "chrome-linux64/chrome", "content": map[string]string{"chrome-linux64/chrome": ""}},
		zipped(thing{name: "chrome-linux64/", mode: fs.ModeDir | 0o755}, thing{name: "chrome-linux64/chrome", body: string(tinyELF()), mode: executable}, thing{name: "chrome-linux64/latest", target: "chrome", mode: fs.ModeSymlink}, thing{name: "chrome-linux64/locales/en.pak", body: "en"}))
	t.add("headless", "browser", "153.0", toyArchive{"platform": t.platform, "source": "npm:@toy/chromium@153.0.0", "destination": "headless", "strip": 1, "only": []string{"LICENSE"}, "nested": []map[string]string{{"file": "bin/chromium.br", "to": "chromium"}, {"file": "bin/lib.tar.br", "to": "."}}, "folders": []string{"locales"}, "files": []map[string]string{{"path": "fonts.conf", "text": "ours"}}, "env": map[string]string{"LD_LIBRARY_PATH": "lib", "FONTCONFIG_FILE": "fonts.conf"}, "start": "chromium", "content": map[string]string{"chromium": sum(tinyELF())}},
		tgz(thing{name: "package/LICENSE", body: "free"}, thing{name: "package/bin/chromium.br", body: br(tinyELF())}, thing{name: "package/bin/lib.tar.br", body: br(tarred(thing{name: "lib/libnss3.so", body: "nss", mode: executable}, thing{name: "fonts.conf", body: "theirs"}))}))
	return t
}

// add puts an archive into the lock and onto the server.
func (t *toy) add(program, role, version string, a toyArchive, data []byte) {
	p := t.lock[program]
	if p == nil {
		p = &toyProgram{Role: role, Version: version}
		t.lock[program] = p
	}
	p.Archives = append(p.Archives, a)
	t.pack(program, len(p.Archives)-1, data)
}

// pack replaces the bytes of an archive, and what the lock says of them.
func (t *toy) pack(program string, n int, data []byte) {
	a := t.lock[program].Archives[n]
	a["sha256"], a["size"], a["max_unpacked"] = sum(data), len(data), max(64<<10, 4*len(data))
	t.archives[sum(data)] = data
}

func (t *toy) bytes(program string, n int) []byte {
	return t.archives[t.lock[program].Archives[n]["sha256"].(string)]
}

// parse gives the lock, parsed.
func (t *toy) parse(tb testing.TB) *pins.Lock {
	tb.Helper()
	lock, err := pins.ParseLock(t.text())
	if err != nil {
		tb.Fatal(err)
	}
	return lock
}

// text is the lock with its programs in the real one's order.
func (t *toy) text() []byte {
	var b bytes.Buffer
	b.WriteByte('{')
	for _, name := range []string{"server", "node", "chrome", "headless"} {
		p, ok := t.lock[name]
		if !ok {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		key, _ := json.Marshal(name)
		value, err := json.Marshal(p)
		must(err)
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes()
}

func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

func tarred(things ...thing) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, t := range things {
		h := &tar.Header{Name: t.name, Mode: int64(t.mode.Perm()), Size: int64(len(t.body)), Typeflag: tar.TypeReg, Linkname: t.target}
		switch {
		case t.hard:
			h.Typeflag, h.Size = tar.TypeLink, 0
		case t.mode&fs.ModeDir != 0:
			h.Typeflag = tar.TypeDir
		case t.mode&fs.ModeSymlink != 0:
			h.Typeflag = tar.TypeSymlink
		case t.mode&fs.ModeNamedPipe != 0:
			h.Typeflag = tar.TypeFifo
		case t.mode&fs.ModeCharDevice != 0:
			h.Typeflag = tar.TypeChar
		case t.mode&fs.ModeDevice != 0:
			h.Typeflag = tar.TypeBlock
		}
		if t.mode == 0 {
			h.Mode = 0o644
		}
		if t.mode&fs.ModeSetuid != 0 {
			h.Mode |= 0o4000
		}
		if t.mode&fs.ModeSetgid != 0 {
			h.Mode |= 0o2000
		}
		must(w.WriteHeader(h))
		_, err := io.WriteString(w, t.body)
		must(err)
	}
	must(w.Close())
	return b.Bytes()
}

func tgz(things ...thing) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(tarred(things...))
	must(err)
	must(w.Close())
	return b.Bytes()
}

func txz(things ...thing) []byte {
	var b bytes.Buffer
	w, err := xz.NewWriter(&b)
	must(err)
	_, err = w.Write(tarred(things...))
	must(err)
	must(w.Close())
	return b.Bytes()
}

func zipped(things ...thing) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, t := range things {
		h := &zip.FileHeader{Name: t.name, Method: zip.Deflate}
		if t.mode == 0 {
			t.mode = 0o644
		}
		h.SetMode(t.mode)
		f, err := w.CreateHeader(h)
		must(err)
		body := t.body
		if t.mode&fs.ModeSymlink != 0 {
			body = t.target
		}
		if t.mode&fs.ModeDir == 0 {
			_, err = io.WriteString(f, body)
			must(err)
		}
	}
	must(w.Close())
	return b.Bytes()
}

func br(data []byte) string {
	var b bytes.Buffer
	w := brotli.NewWriterLevel(&b, 1)
	_, err := w.Write(data)
	must(err)
	must(w.Close())
	return b.String()
}

// tinyELF is the smallest executable for this processor that needs the named
// libraries. It is well formed rather than useful.
func tinyELF(needed ...string) []byte {
	machine := uint16(62)
	if pins.HostPlatform() == "linux-arm64" {
		machine = 183
	}
	strs := []byte{0}
	var dynamic []uint64
	for _, n := range needed {
		dynamic = append(dynamic, 1, uint64(len(strs))) // DT_NEEDED
		strs = append(append(strs, n...), 0)
	}
	dynamic = append(dynamic, 0, 0)
	const header, section = 64, 64
	dynamicAt := header
	strsAt := dynamicAt + 8*len(dynamic)
	sectionsAt := strsAt + len(strs)
	var b bytes.Buffer
	le := func(values ...any) {
		for _, v := range values {
			must(binary.Write(&b, binary.LittleEndian, v))
		}
	}
	b.WriteString("\x7fELF\x02\x01\x01" + "\x00\x00\x00\x00\x00\x00\x00\x00\x00")
	le(uint16(3), machine, uint32(1), uint64(0), uint64(0), uint64(sectionsAt), uint32(0), uint16(header), uint16(56), uint16(0), uint16(section), uint16(3), uint16(2))
	le(dynamic)
	b.Write(strs)
	le([8]uint64{})                                                                                                                        // the null section
	le(uint32(0), uint32(6), uint64(0), uint64(0), uint64(dynamicAt), uint64(8*len(dynamic)), uint32(2), uint32(0), uint64(8), uint64(16)) // SHT_DYNAMIC
	le(uint32(0), uint32(3), uint64(0), uint64(0), uint64(strsAt), uint64(len(strs)), uint32(0), uint32(0), uint64(1), uint64(0))          // SHT_STRTAB
	return slices.Clone(b.Bytes())
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
