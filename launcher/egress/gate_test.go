package egress

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// Nothing leaves before the first call that needs a page, whatever the policy
// opens.
func TestNothingBeforeOpen(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `allow = ["*", "ok.test", "update.googleapis.com"]`)
	w.proxy.gate.open = false
	w.name("ok.test", []string{publicIP})
	w.site(publicIP+":80", echo)
	for _, target := range []string{"ok.test", publicIP, "update.googleapis.com"} {
		if c, reason := w.connect(target + ":80"); c != nil || reason != "refused by connector-browser: "+target+":80 was asked for before the first call that needs a page" {
			t.Errorf("%s: %s", target, reason)
		}
	}
	for _, e := range w.wait(3) {
		if e.Allowed || !e.Background {
			t.Errorf("%+v", e)
		}
	}
	if len(w.asked)+len(w.wentOut()) != 0 {
		t.Error("something left")
	}
	w.proxy.Open()
	if status, _, _ := w.get("http://ok.test/"); status != 200 {
		t.Errorf("after Open: %d", status)
	}
}

// CB-171, KL-19: what Chrome asks for by itself is refused, unless the policy
// names it or a page of the same site is open.
func TestBackgroundHosts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		allow string
		visit []string
		host  string
		want  bool
	}{
		{`["*"]`, nil, "update.googleapis.com", false},
		{`["*"]`, nil, "content-autofill.googleapis.com", false},
		{`["*"]`, nil, "accounts.google.com", false},
		{`["*"]`, nil, "ACCOUNTS.google.com.", false},
		{`["*"]`, nil, "www.google.com", false},
		{`["*"]`, nil, "android.clients.google.com", false},
		{`["*"]`, nil, "clients.google.com", false},
		{`["*"]`, nil, "clients4.google.com", false},
		{`["*"]`, nil, "clients22.google.com", false},
		{`["*"]`, nil, "optimizationguide-pa.googleapis.com", false},
		{`["*"]`, nil, "safebrowsing.googleapis.com", false},
		{`["*:5228"]`, nil, "mtalk.google.com:5228", false},
		{`["*"]`, []string{"example.com"}, "www.google.com", false},
		{`["*"]`, []string{"google.com.evil.test", "notgoogle.com"}, "www.google.com", false},
		{`["*"]`, []string{"www.google.com"}, "update.googleapis.com", false},

		{`["*"]`, nil, "docs.google.com", true}, // a page's host like any other
		{`["*"]`, nil, "ajax.googleapis.com", true},
		{`["*"]`, nil, "clientsx.google.com", true},
		{`["*"]`, []string{"example.com", "www.google.com"}, "www.google.com", true},
		{`["*"]`, []string{"docs.GOOGLE.com."}, "accounts.google.com", true},
		{`["*", "accounts.google.com"]`, nil, "accounts.google.com", true},
		{`["*.googleapis.com"]`, nil, "update.googleapis.com", true},
		{`["mtalk.google.com:5228"]`, nil, "mtalk.google.com:5228", true},
	} {
		w := newWorld(t, "allow = "+c.allow)
		w.proxy.Visit(c.visit...)
		target := c.host
		if !strings.Contains(target, ":") {
			target += ":443"
		}
		_, reason := w.connect(target)
		reached := strings.HasSuffix(reason, "has no address") // as far as the look-up
		if reached != c.want {
			t.Errorf("%s at %v: %s: %q", c.allow, c.visit, c.host, reason)
		}
		if e := w.wait(1)[0]; !c.want && (!e.Background || e.Allowed || e.Line != "policy.toml:2") {
			t.Errorf("%+v", e)
		}
	}
	// Visit replaces: a site that is left is closed again.
	w := newWorld(t, everyHost)
	w.proxy.Visit("www.google.com")
	w.proxy.Visit("example.com")
	if _, reason := w.connect("www.google.com:443"); reason != "refused by connector-browser: www.google.com:443 is a host that the browser itself asks for; name it in network.allow, or visit a page of google.com, to open it (policy.toml:2)" {
		t.Error(reason)
	}
	// One that the policy refuses anyway is background too: the agent did not ask for it.
	closed := newWorld(t, `allow = ["example.com"]`)
	closed.connect("update.googleapis.com:443")
	if e := closed.wait(1)[0]; !e.Background || e.Reason != "update.googleapis.com:443 is not in network.allow" {
		t.Errorf("%+v", e)
	}
}

// The addresses of a host are tried as RFC 8305 says: one that is silent does
// not hold up the next, one that refuses even less.
func TestAddressesRace(t *testing.T) {
	t.Parallel()
	w := newWorld(t, everyHost)
	w.site(publicIP+":80", func(rw http.ResponseWriter, _ *http.Request) { rw.Write([]byte("reached")) })
	w.name("silent.test", []string{publicIPv6, publicIP})
	start := time.Now()
	if status, body, reason := w.get("http://silent.test/"); status != 200 || body != "reached" {
		t.Fatalf("%d %s %s", status, body, reason)
	}
	if took := time.Since(start); took < attemptDelay || took > 10*attemptDelay {
		t.Errorf("took %v", took)
	}

	refusing := listen(t)
	w.put(publicIP2+":80", refusing.Addr().String())
	refusing.Close()
	w.name("refusing.test", []string{publicIP2, publicIP})
	start = time.Now()
	if status, _, _ := w.get("http://refusing.test/"); status != 200 || time.Since(start) > attemptDelay {
		t.Errorf("%d after %v", status, time.Since(start))
	}
	w.name("down.test", []string{publicIP2})
	if status, body, reason := w.get("http://down.test/"); status != 502 || reason != "connector-browser: down.test:80 refuses the connection" || !strings.Contains(body, "<p>connector-browser: down.test:80 refuses the connection</p>") {
		t.Errorf("%d %s", status, reason)
	}
	if _, _, reason := w.get("http://nowhere.test/"); reason != "connector-browser: nowhere.test:80 has no address" {
		t.Error(reason)
	}
	for _, e := range w.wait(4) {
		if failed := e.Host == "down.test" || e.Host == "nowhere.test"; !e.Allowed || failed != (e.Reason != "") {
			t.Errorf("%+v", e)
		}
	}
}

// Close ends what is open, tells its bytes, and lets nothing in any more.
func TestClose(t *testing.T) {
	t.Parallel()
	w := newWorld(t, everyHost)
	w.name("ok.test", []string{publicIP})
	host := listen(t)
	defer host.Close()
	w.put(publicIP+":443", host.Addr().String())
	c, reason := w.connect("ok.test:443")
	if c == nil {
		t.Fatal(reason)
	}
	c.Write([]byte("hello"))
	outside, err := host.Accept()
	if err != nil {
		t.Fatal(err)
	}
	outside.Read(make([]byte, 5))
	w.proxy.Close()
	w.proxy.Close()
	c.SetReadDeadline(time.Now().Add(5 * time.Second))
	if _, err := c.Read(make([]byte, 1)); err == nil || strings.Contains(err.Error(), "timeout") {
		t.Errorf("the tunnel is open: %v", err)
	}
	if e := w.wait(1)[0]; e.Sent != 5 || e.Received != 0 || !e.Allowed {
		t.Errorf("%+v", e)
	}
}
