package site

import (
	"encoding/base64"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"
)

// visitor opens a site and a browser-like client for it.
func visitor(t *testing.T) (*Site, *http.Client) {
	t.Helper()
	s, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	jar, _ := cookiejar.New(nil)
	return s, &http.Client{Jar: jar, Timeout: 10 * time.Second}
}

func body(t *testing.T, res *http.Response, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestEveryLinkOfTheHomePageLeadsSomewhere(t *testing.T) {
	t.Parallel()
	s, client := visitor(t)
	res, err := client.Get(s.URL("/"))
	home := body(t, res, err)
	for _, part := range strings.Split(home, `href="`)[1:] {
		path, _, _ := strings.Cut(part, `"`)
		if !strings.HasPrefix(path, "/") || path == "/slow" || path == "/away" {
			continue
		}
		res, err := client.Get(s.URL(path))
		if body(t, res, err); res.StatusCode != http.StatusOK {
			t.Errorf("%s answers %s", path, res.Status)
		}
	}
}

// TestPagesAreAccessible holds the pages to what the snapshot of a browser
// reads: a language, a title, one heading, a name for every field.
func TestPagesAreAccessible(t *testing.T) {
	t.Parallel()
	s, client := visitor(t)
	for _, path := range []string{"/", "/report", "/logbook", "/login", "/whoami", "/socket", "/thief"} {
		res, err := client.Get(s.URL(path))
		page := body(t, res, err)
		if !strings.Contains(page, `<html lang="en">`) || strings.Contains(page, "<title> ·") {
			t.Errorf("%s lacks a language or a title", path)
		}
		if n := strings.Count(page, "<h1>"); n != 1 {
			t.Errorf("%s has %d first headings", path, n)
		}
		fields := strings.Count(page, "<input") + strings.Count(page, "<select") + strings.Count(page, "<textarea")
		if labels := strings.Count(page, "<label for="); labels != fields {
			t.Errorf("%s has %d fields and %d labels", path, fields, labels)
		}
	}
}

func TestFormIsSaidBackEscaped(t *testing.T) {
	t.Parallel()
	s, client := visitor(t)
	res, err := client.PostForm(s.URL("/report"), url.Values{"keeper": {"<b>Ada</b>"}, "light": {"Copinsay"}, "note": {"fog"}})
	page := body(t, res, err)
	if !strings.Contains(page, "&lt;b&gt;Ada&lt;/b&gt;") || !strings.Contains(page, "Copinsay") {
		t.Errorf("the echo page reads:\n%s", page)
	}
}

func TestDownloadIsAFile(t *testing.T) {
	t.Parallel()
	s, client := visitor(t)
	res, err := client.Get(s.URL("/logbook.csv"))
	if got := body(t, res, err); !strings.HasPrefix(got, "hour,light,seen\n") {
		t.Errorf("the logbook begins %.20q", got)
	}
	if got := res.Header.Get("Content-Disposition"); got != `attachment; filename="logbook.csv"` {
		t.Errorf("the logbook comes as %q", got)
	}
}

func TestTheCookieAloneDecidesWhoIsSignedIn(t *testing.T) {
	t.Parallel()
	s, client := visitor(t)
	res, err := client.Get(s.URL("/whoami"))
	if page := body(t, res, err); !strings.Contains(page, "Nobody is signed in") {
		t.Error("a visitor without a cookie is somebody")
	}
	res, err = client.PostForm(s.URL("/login"), url.Values{"user": {User}, "password": {"wrong"}})
	if body(t, res, err); res.StatusCode != http.StatusForbidden {
		t.Errorf("a wrong password gives %s", res.Status)
	}
	res, err = client.PostForm(s.URL("/login"), url.Values{"user": {User}, "password": {s.Password()}})
	if page := body(t, res, err); !strings.Contains(page, "Signed in as "+User) {
		t.Errorf("after the login the page reads:\n%s", page)
	}
	stored, _ := http.NewRequest("GET", s.URL("/whoami"), nil)
	stored.AddCookie(&http.Cookie{Name: SessionCookie, Value: s.Session()})
	res, err = http.DefaultClient.Do(stored)
	if page := body(t, res, err); !strings.Contains(page, "Signed in as "+User) {
		t.Error("a stored cookie is nobody")
	}
}

func TestSeenCountsAPathAndWhatIsBelow(t *testing.T) {
	t.Parallel()
	s, client := visitor(t)
	for _, path := range []string{"/taken/one", "/taken/two", "/takenot"} {
		res, err := client.Get(s.URL(path))
		body(t, res, err)
	}
	if got := s.Seen("/taken"); got != 2 {
		t.Errorf("seen %d, want 2", got)
	}
	if got := s.Seen("/taken/one"); got != 1 {
		t.Errorf("seen %d, want 1", got)
	}
}

// TestSecretsAreNewAndLongEnoughToBeWithheld guards the premise of the demo's
// withholding steps: values that look like credentials, never twice the same.
func TestSecretsAreNewAndLongEnoughToBeWithheld(t *testing.T) {
	t.Parallel()
	a, _ := visitor(t)
	b, _ := visitor(t)
	if a.Session() == b.Session() || a.Password() == b.Password() || a.Session() == a.Password() {
		t.Error("two sites share a secret")
	}
	if n := len(base64.StdEncoding.EncodeToString([]byte(a.Session()))); n < 32 {
		t.Errorf("a session is only %d characters in base64", n)
	}
	if host, _, err := net.SplitHostPort(a.Host()); err != nil || host != "127.0.0.1" {
		t.Errorf("the site listens on %s", a.Host())
	}
}
