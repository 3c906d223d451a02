package pins_test

import (
	"archive/tar"
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	connectorbrowser "connector-browser"
	"connector-browser/pins"
	"connector-browser/pins/pinstest"
)

// The archives of Node.js's own host and of Chrome for Testing cannot be had on every
// machine. This packs archives of their shape from the real builds: Node.js as
// .tar.xz, and the npm-carried browser as a zip laid out like Chrome's, puts
// their digests in the place of the real ones, and installs them by download.
func TestRealBuildsInTheOtherShapes(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("packs two hundred megabytes")
	}
	skipUnlessLinux(t)
	bin := pinstest.Installed(t)
	packed := map[string]string{
		"node":               filepath.Join(t.TempDir(), "node.tar.xz"),
		"chrome-for-testing": filepath.Join(t.TempDir(), "chrome.zip"),
	}
	sums := map[string]string{
		"node":               toFile(packed["node"], func(w io.Writer) { packNode(w, filepath.Join(bin, "node")) }),
		"chrome-for-testing": toFile(packed["chrome-for-testing"], func(w io.Writer) { packChrome(w, filepath.Join(bin, "chromium-headless")) }),
	}

	var lock map[string]map[string]any
	must(json.Unmarshal(connectorbrowser.Lock, &lock))
	served := map[string]string{}
	for program, file := range packed {
		for _, a := range lock[program]["archives"].([]any) {
			a := a.(map[string]any)
			source := a["source"].(string)
			if a["platform"] != string(pins.HostPlatform()) || !strings.HasPrefix(source, "https://") {
				continue
			}
			a["sha256"] = sums[program]
			a["max_size"] = 1 << 30 // it is packed without compression
			if program == "chrome-for-testing" {
				top, _, _ := strings.Cut(a["start"].(string), "/")
				a["env"] = map[string]string{"LD_LIBRARY_PATH": top + "/lib"} // what is packed brings its own
			}
			source = strings.ReplaceAll(source, "{file}", a["file"].(string))
			served[strings.ReplaceAll(source, "{version}", lock[program]["version"].(string))] = file
		}
	}
	delete(lock["chrome-for-testing"], "libraries") // what is packed needs fewer
	text, err := json.Marshal(map[string]any{"playwright-mcp": lock["playwright-mcp"], "node": lock["node"], "chrome-for-testing": lock["chrome-for-testing"]})
	must(err)
	parsed, err := pins.ParseLock(text)
	must(err)

	h := serve(t, newToy())
	h.answer(answerWith(served, pinstest.Lock(t), bin))
	o := pins.Options{
		Lock: parsed, Platform: pins.HostPlatform(), Dir: filepath.Join(t.TempDir(), "bin"), Client: h.client(),
		Registry: func(context.Context) (string, error) { return "https://" + registryHost, nil },
	}
	i, err := pins.Install(t.Context(), o)
	must(err)
	if len(h.seen()) != 5 || i.Build.BrowserName != "chrome-for-testing" || !strings.HasSuffix(i.Build.Browser, "/chrome/chrome-linux64/chrome") && !strings.HasSuffix(i.Build.Browser, "/chrome/chrome-linux-arm64/chrome") {
		t.Errorf("%q %+v", h.seen(), i.Build)
	}
	out, err := exec.Command(i.Build.Node, i.Build.Script, "--version").Output()
	if err != nil || !strings.Contains(string(out), parsed.Program("playwright-mcp").Version) {
		t.Errorf("%q %v", out, err)
	}
	if _, err := os.Stat(filepath.Join(o.Dir, "node", "lib")); err == nil {
		t.Error("npm came along with Node.js")
	}
}

// answerWith serves the packed archives, and the server's from what was
// installed.
func answerWith(served map[string]string, lock *pins.Lock, bin string) func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
	for _, a := range lock.Program("playwright-mcp").Archives {
		served[a.Addresses("https://" + registryHost)[0]] = filepath.Join(bin, pins.ArchivesDir, a.Name())
	}
	return func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
		file, ok := served["https://"+r.Host+r.URL.Path]
		if ok {
			http.ServeFile(w, r, file)
		}
		return ok
	}
}

// toFile packs into a file and gives its sha256.
func toFile(path string, pack func(io.Writer)) string {
	f, err := os.Create(path)
	must(err)
	h := sha256.New()
	pack(io.MultiWriter(f, h))
	must(f.Close())
	return hex.EncodeToString(h.Sum(nil))
}

// packNode packs Node.js as its makers do: one top folder, npm as a link.
func packNode(to io.Writer, from string) {
	x := newStoredXZ(to)
	w := tar.NewWriter(x)
	add := func(h *tar.Header, body io.Reader) {
		h.Name = "node-v24-linux-x64/" + h.Name
		must(w.WriteHeader(h))
		if body != nil {
			_, err := io.Copy(w, body)
			must(err)
		}
	}
	add(&tar.Header{Name: "bin/", Typeflag: tar.TypeDir, Mode: 0o755}, nil)
	add(&tar.Header{Name: "bin/npm", Typeflag: tar.TypeSymlink, Linkname: "../lib/node_modules/npm/bin/npm-cli.js", Mode: 0o777}, nil)
	add(&tar.Header{Name: "lib/node_modules/npm/bin/npm-cli.js", Typeflag: tar.TypeReg, Mode: 0o755, Size: 3}, strings.NewReader("npm"))
	for name, mode := range map[string]int64{"LICENSE": 0o644, "bin/node": 0o755} {
		f, err := os.Open(filepath.Join(from, name))
		must(err)
		info, err := f.Stat()
		must(err)
		add(&tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: mode, Size: info.Size()}, f)
		f.Close()
	}
	must(w.Close())
	must(x.Close())
}

// packChrome packs the npm-carried browser as Chrome for Testing is packed: one
// folder per platform, the executable named chrome.
func packChrome(to io.Writer, from string) {
	top := map[pins.Platform]string{"linux-x64": "chrome-linux64", "linux-arm64": "chrome-linux-arm64"}[pins.HostPlatform()]
	w := zip.NewWriter(to)
	must(filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		must(err)
		info, err := d.Info()
		must(err)
		h := &zip.FileHeader{Name: filepath.ToSlash(filepath.Join(top, rel)), Method: zip.Store}
		if rel == "chromium" {
			h.Name = top + "/chrome"
		}
		h.SetMode(info.Mode())
		if d.IsDir() {
			h.Name += "/"
			_, err := w.CreateHeader(h)
			return err
		}
		f, err := w.CreateHeader(h)
		must(err)
		body, err := os.Open(path)
		must(err)
		defer body.Close()
		_, err = io.Copy(f, body)
		return err
	}))
	must(w.Close())
}
