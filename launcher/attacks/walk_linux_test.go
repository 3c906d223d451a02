package attacks

import (
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"connector-browser/launcher/launchtest"
)

// TestWalk does in one launch what a session is for: the walls that stop the rest
// let all of it pass.
func TestWalk(t *testing.T) {
	uploaded := make(chan string, 1)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/upload":
			file, header, err := r.FormFile("file")
			if err != nil {
				uploaded <- err.Error()
				return
			}
			text, _ := io.ReadAll(file)
			uploaded <- header.Filename + ": " + string(text)
			io.WriteString(w, "thanks")
		case "/download":
			w.Header().Set("Content-Disposition", `attachment; filename="`+r.URL.Query().Get("name")+`"`)
			fmt.Fprint(w, "the report")
		default:
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, `<title>shop</title><h1>Welcome</h1><input aria-label=Name><button onclick="document.title = 'for ' + document.querySelector('input').value">Order</button>
				<form action=/upload method=post enctype=multipart/form-data><input type=file name=file aria-label=File><button>Send</button></form>
				<a href="/download?name=report.pdf">Report</a> <a href="/download?name=..%2F..%2F.bashrc">Other</a>`)
		}
	}))
	t.Cleanup(site.Close)
	read, keep := t.TempDir(), t.TempDir()
	for path, text := range map[string]string{filepath.Join(read, "photo.png"): "the photo", filepath.Join(keep, "report.pdf"): "the person's"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	conf := launchtest.New(t).Auth("", false).Policy(allow(site) + "[files]\nread = [" + quote(read) + "]\nkeep = " + quote(keep) + "\n")
	l := start(t, conf, io.Discard)

	ref := func(snapshot, label string) string {
		t.Helper()
		for line := range strings.Lines(snapshot) {
			if _, after, found := strings.Cut(line, "[ref="); found && strings.Contains(line, label) {
				ref, _, _ := strings.Cut(after, "]")
				return ref
			}
		}
		t.Fatalf("%q is not in %s", label, snapshot)
		return ""
	}
	l.Does("browser_navigate", launchtest.Arguments{"url": site.URL})
	seen := l.Does("browser_snapshot", nil)
	l.Does("browser_type", launchtest.Arguments{"element": "Name", "target": ref(seen, `"Name"`), "text": "Ada"})
	if text := l.Does("browser_click", launchtest.Arguments{"element": "Order", "target": ref(seen, `"Order"`)}); !strings.Contains(text, "Page Title: for Ada") {
		t.Errorf("after the click: %s", text)
	}
	l.Does("browser_take_screenshot", launchtest.Arguments{"filename": "shop.png"})
	picture := l.Tool("browser_take_screenshot", nil)
	_, data, _ := strings.Cut(picture.Line, `"data":"`)
	if text, _, _ := strings.Cut(data, `"`); !isPNG(text) {
		t.Errorf("the screenshot is %.300s", picture.Line)
	}
	l.Does("browser_click", launchtest.Arguments{"element": "File", "target": ref(seen, `"File"`)})
	l.Does("browser_file_upload", launchtest.Arguments{"paths": []string{filepath.Join(read, "photo.png")}})
	l.Does("browser_click", launchtest.Arguments{"element": "Send", "target": ref(seen, `"Send"`)})
	if got := <-uploaded; got != "photo.png: the photo" {
		t.Errorf("the site was sent %q", got)
	}
	for _, link := range []string{"Report", "Other"} {
		l.Does("browser_navigate", launchtest.Arguments{"url": site.URL})
		text := l.Does("browser_click", launchtest.Arguments{"element": link, "target": ref(l.Does("browser_snapshot", nil), `"`+link+`"`)})
		launchtest.Within(waiting, func() bool {
			if !strings.Contains(text, "Downloaded file") {
				text += l.Does("browser_snapshot", nil)
			}
			return strings.Contains(text, "Downloaded file")
		})
		if !strings.Contains(text, "Downloaded file") {
			t.Errorf("the download of %s: %s", link, text)
		}
	}
	l.leaves(waiting)

	var names []string
	entries, err := os.ReadDir(keep)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || info.Mode() != 0o600 {
			t.Errorf("%s is kept as %v, %v", entry.Name(), info.Mode(), err)
		}
		if !strings.HasPrefix(entry.Name(), "page-") { // snapshots and pictures that nobody named
			names = append(names, entry.Name())
		}
	}
	if len(names) != 4 || !slices.Contains(names, "shop.png") || !slices.Contains(names, "report-1.pdf") {
		t.Errorf("kept are %q", names)
	}
	for name, want := range map[string]string{"report.pdf": "the person's", "report-1.pdf": "the report"} {
		if text, err := os.ReadFile(filepath.Join(keep, name)); err != nil || string(text) != want {
			t.Errorf("%s holds %q, %v", name, text, err)
		}
	}
}

func isPNG(text string) bool {
	data, err := base64.StdEncoding.DecodeString(text)
	return err == nil && strings.HasPrefix(string(data), "\x89PNG\r\n")
}
