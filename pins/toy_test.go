package pins_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"testing"

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
