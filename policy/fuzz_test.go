package policy

import (
	"net/netip"
	"strings"
	"testing"
	"unicode/utf8"
)

// A policy is a value or a sentence, never a panic; and the sentence quotes no
// more than a word.
func FuzzPolicy(f *testing.F) {
	f.Add([]byte("surface = \"agent\"\n[tools]\nallow = [\"*\"]\n[network]\nallow = [\"*\", \"10.0.0.0/8\"]\n"))
	f.Add([]byte("tools.allow = [ ['x'], {a=1} ]\nnetwork = {allow=[\"a:1\"]}"))
	f.Add([]byte("[[network]]\nallow = 1979-05-27T07:32:00Z"))
	f.Add([]byte(`{"allow":["browser_click"],"\u0061llow":[]}`))
	f.Add([]byte("limits = {call_seconds = 0x7fffffffffffffff}\n\"\" = '''\n"))
	known := []string{"browser_click", "browser_tabs"}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Parse(data, "/nowhere", known)
		check(t, p, err)
		if checkText(ToolsFileName, data) == nil {
			p, err = parseToolsJSON(data, known)
			check(t, p, err)
		}
	})
}

func check(t *testing.T, p *Policy, err error) {
	t.Helper()
	if (p == nil) == (err == nil) {
		t.Fatalf("%v, %v", p, err)
	}
	if err != nil {
		if s := err.Error(); len(s) > 600 || strings.ContainsAny(s, "\n\r\x00\x1b") || !utf8.ValidString(s) {
			t.Fatalf("not a sentence: %q", s)
		}
		return
	}
	p.Settings()
	p.Tools.Granted()
	if d := p.Network.Address("rebind.test", 443, netip.MustParseAddr("127.0.0.1")); d.Allowed {
		t.Fatalf("this policy opens loopback to a name: %v", p.Network.Allow)
	}
}

// A host is a name in lower-case ASCII or an address, and canonical once is
// canonical for good. No spelling of it reaches loopback under "*".
func FuzzHost(f *testing.F) {
	for _, host := range spellings {
		f.Add(host, 443)
	}
	n := Default(nil).Network
	n.Own = func() []netip.Addr { return nil }
	f.Fuzz(func(t *testing.T, host string, port int) {
		name, ip, err := CanonicalHost(host)
		d := n.Host(host, port)
		if err != nil {
			if name != "" || ip.IsValid() || d.Allowed {
				t.Fatalf("%q: %q %v %+v", host, name, ip, d)
			}
			return
		}
		if (name == "") == !ip.IsValid() {
			t.Fatalf("%q: %q and %v", host, name, ip)
		}
		if ip.IsValid() {
			if d.Allowed && (ip.IsLoopback() || ip.IsPrivate() || ip.IsUnspecified() || ip.IsLinkLocalUnicast() || ip.Zone() != "" || ip.Is4In6()) {
				t.Fatalf("%q is %v and passes", host, ip)
			}
			name = ip.String()
		}
		again, ip2, err := CanonicalHost(name)
		if err != nil || (again != name && ip2 != ip) {
			t.Fatalf("%q is %q is %q, %v, %v", host, name, again, ip2, err)
		}
		if strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r > '~' || r >= 'A' && r <= 'Z' }) {
			t.Fatalf("%q is %q", host, name)
		}
		if s := d.String(); len(s) > 1000 || strings.ContainsAny(s, "\r\n") {
			t.Fatalf("%q: %q", host, s)
		}
	})
}

// What passes as a URL is http, https, about:blank or data, and nothing that
// begins like something else.
func FuzzURL(f *testing.F) {
	for _, url := range []string{"https://example.com", "view-source:file:///etc/passwd", " \tjava\nscript:x", `http:\\a@b:80\`, "localhost:3000", "data:,x", "about:blank#", "blob:https://a/b", "https://[::1]:80", "//x", "example.com:8080"} {
		f.Add(url)
	}
	n := Default(nil).Network
	f.Fuzz(func(t *testing.T, raw string) {
		d := n.URL(raw)
		if !utf8.ValidString(d.Reason) || strings.ContainsAny(d.Reason, "\r\n") || len(d.Reason) > 1000 {
			t.Fatalf("%q: %q", raw, d.Reason)
		}
		if !d.Allowed {
			return
		}
		u, err := ParseURL(raw)
		if err != nil {
			t.Fatalf("%q passes and is no URL: %v", raw, err)
		}
		if scheme, _, ok := cutScheme(stripURL(raw)); ok && scheme != u.Scheme && !strings.HasPrefix(scheme, "localhost") {
			t.Fatalf("%q passes as %q", raw, u.Scheme)
		}
		if u.Host != "" && !n.Host(u.Host, u.Port).Allowed {
			t.Fatalf("%q leads to %s:%d, which does not pass", raw, u.Host, u.Port)
		}
	})
}
