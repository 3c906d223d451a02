package pins_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"connector-browser/pins"
	"connector-browser/pins/pinstest"
)

// browserFolder is a folder with a browser in it, as a package installs it.
func browserFolder(t *testing.T, program []byte) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "lib", "browser")
	must(os.MkdirAll(filepath.Join(folder, "locales"), 0o755))
	must(os.WriteFile(filepath.Join(folder, "browser"), program, 0o755))
	must(os.WriteFile(filepath.Join(folder, "icudtl.dat"), []byte("data"), 0o644))
	must(os.WriteFile(filepath.Join(folder, "locales", "en.pak"), []byte("en"), 0o644))
	must(os.Symlink("browser", filepath.Join(folder, "link")))
	real, err := filepath.EvalSymlinks(folder)
	must(err)
	return real
}

// --browser PATH records the browser's folder by content and checks it at each
// start; nothing is downloaded for it.
func TestAdopt(t *testing.T) {
	t.Parallel()
	skipUnlessLinux(t)
	h := serve(t, newToy())
	o := h.options(t)
	folder := browserFolder(t, tinyELF("libc.so.6"))
	link := filepath.Join(t.TempDir(), "browser")
	must(os.Symlink(filepath.Join(folder, "browser"), link))
	o.Browser = link
	i := install(t, o)
	if i.Build.Browser != filepath.Join(folder, "browser") || i.Build.BrowserName != "adopted" {
		t.Errorf("%+v", i.Build)
	}
	if !slices.Contains(i.Build.ReadOnly, folder) {
		t.Errorf("the child would not see %s: %q", folder, i.Build.ReadOnly)
	}
	if asked(h, "chrome.test") || asked(h, "registry.test/@toy/chromium") {
		t.Errorf("requests: %q", h.seen())
	}
	h.forget()
	if i := install(t, o); i.Changed || len(h.seen()) > 0 {
		t.Errorf("the second time changed something: %q", h.seen())
	}

	for name, change := range map[string]func(){
		"got": func() { must(os.Chmod(filepath.Join(folder, "icudtl.dat"), 0o600)) },
		"changed its content": func() {
			must(os.WriteFile(filepath.Join(folder, "icudtl.dat"), []byte("dato"), 0o644))
		},
		"was added": func() { must(os.WriteFile(filepath.Join(folder, "more"), nil, 0o644)) },
	} {
		t.Run(name, func(t *testing.T) {
			change()
			b, err := pins.Check(t.Context(), o.Lock, o.Platform, o.Dir)
			if err == nil {
				err = b.BrowserChecked(t.Context())
			}
			if err == nil || !strings.Contains(err.Error(), name) || !strings.HasSuffix(err.Error(), "run connector-browser install --browser "+filepath.Join(folder, "browser")) {
				t.Errorf("%v", err)
			}
			// only the person says that the change is fine
			o := o
			o.Browser = ""
			refused(t, o, "the adopted browser is not the one that was recorded")
			o.Browser = link
			install(t, o)
		})
	}

	o.Browser = ""
	if i := install(t, o); i.Changed || i.Build.BrowserName != "adopted" {
		t.Error("without --browser the choice did not stay")
	}
	o.Browser = "headless"
	if i := install(t, o); i.Build.BrowserName != "headless" {
		t.Error(i.Build.BrowserName)
	}
}

// What cannot be adopted is refused with a sentence that says what can.
func TestAdoptRefuses(t *testing.T) {
	t.Parallel()
	skipUnlessLinux(t)
	h := serve(t, newToy())
	o := h.options(t)
	folder := browserFolder(t, tinyELF())
	file := func(name, text string, mode fs.FileMode) string {
		path := filepath.Join(folder, name)
		must(os.WriteFile(path, []byte(text), 0o644))
		must(os.Chmod(path, mode))
		return path
	}
	must(os.WriteFile(filepath.Join(folder, "chrome"), tinyELF(), 0o755))
	other := tinyELF()
	other[18] ^= 0xff // another processor
	for name, c := range map[string]struct{ path, word string }{
		"nothing there":        {filepath.Join(folder, "nowhere"), "names no file that can be read"},
		"a folder":             {folder, "must name an executable file"},
		"not executable":       {filepath.Join(folder, "icudtl.dat"), "must name an executable file"},
		"a wrapper script":     {file("google-chrome", "#!/bin/bash\nexec chrome\n", 0o755), "is a script; the browser that it starts is " + filepath.Join(folder, "chrome")},
		"a snap":               {file("snap", "#!/bin/sh\n", 0o755), "is a snap"},
		"text":                 {file("text", "hello", 0o755), "is no executable for"},
		"empty":                {file("empty", "", 0o755), "names no file that can be read"},
		"another processor":    {file("other", string(other), 0o755), "is no executable for"},
		"writable by everyone": {file("open", string(tinyELF()), 0o757), "can be written by everybody"},
		"missing libraries":    {file("needy", string(tinyELF("libc.so.6", "libnowhere.so.7")), 0o755), "needy needs shared libraries that this machine lacks: libnowhere.so.7"},
	} {
		t.Run(name, func(t *testing.T) {
			o := o
			o.Browser = c.path
			refused(t, o, c.word)
			notInstalled(t, o)
		})
	}
	o.Browser = "relative/chrome"
	refused(t, o, "absolute path")
}

// The libraries of the npm-carried browser are those beside it: with them
// nothing is missing on any machine with glibc.
func TestLibrariesOfTheRealBrowser(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(pinstest.Installed(t), "chromium-headless")
	missing, err := pins.Missing(filepath.Join(folder, "chromium"), []string{filepath.Join(folder, "lib")})
	if err != nil || len(missing) > 0 {
		t.Errorf("%q %v", missing, err)
	}
}

// The command that installs what is missing, in the words of the distribution.
func TestCure(t *testing.T) {
	t.Parallel()
	chrome := pinstest.Lock(t).Program("chrome-for-testing").Libraries
	missing := []string{"libnss3.so", "libnssutil3.so", "libasound.so.2", "libgbm.so.1"}
	for name, c := range map[string]struct{ release, want string }{
		"Debian 12":      {"ID=debian\nVERSION_ID=\"12\"\n", "apt-get install -y libnss3 libgbm1 libasound2"},
		"Debian 13":      {"ID=debian\nVERSION_ID=\"13\"\n", "apt-get install -y libnss3 libgbm1 libasound2t64"},
		"Debian testing": {"ID=debian\n", "apt-get install -y libnss3 libgbm1 libasound2t64"},
		"Ubuntu 22.04":   {"ID=ubuntu\nID_LIKE=debian\nVERSION_ID=\"22.04\"\n", "apt-get install -y libnss3 libgbm1 libasound2"},
		"Ubuntu 24.04":   {"ID=ubuntu\nID_LIKE=debian\nVERSION_ID=\"24.04\"\n", "apt-get install -y libnss3 libgbm1 libasound2t64"},
		"Mint":           {"ID=linuxmint\nID_LIKE=\"ubuntu debian\"\nVERSION_ID=\"21\"\n", "apt-get install -y libnss3 libgbm1 libasound2"},
		"Fedora":         {"ID=fedora\nVERSION_ID=42\n", "dnf install -y nss nss-util mesa-libgbm alsa-lib"},
		"Rocky":          {"ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", "dnf install -y nss nss-util mesa-libgbm alsa-lib"},
		"Arch":           {"ID=arch\n", ""},
		"nothing":        {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := pins.CureFor(c.release, missing, chrome); got != c.want {
				t.Errorf("%q, not %q", got, c.want)
			}
		})
	}
	if got := pins.CureFor("ID=debian\nVERSION_ID=12\n", []string{"libunknown.so"}, chrome); got != "" {
		t.Errorf("a cure for what nobody knows: %q", got)
	}
}
