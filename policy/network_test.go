package policy

import (
	"strings"
	"testing"
)

const all = `["*"]`

// SN-080, DESIGN 4.4: which hosts pass before any look-up.
func TestNetworkHost(t *testing.T) {
	t.Parallel()
	lists := `["example.com", "*.sub.test", "other.test:8443", "10.1.0.0/16", "10.2.0.1", "[fd00::1]:90", "bücher.example", "localhost:3000", "127.0.0.1:8080"]`
	n := network(t, lists, `["bad.sub.test", "*.worse.sub.test", "10.1.9.0/24"]`)
	for _, c := range []struct {
		host string
		port int
		want bool
	}{
		{"example.com", 443, true}, {"example.com", 80, true}, {"EXAMPLE.com.", 443, true}, {"example.com", 8443, false},
		{"www.example.com", 443, false}, {"notexample.com", 443, false}, {"example.com.evil.test", 443, false},
		{"a.sub.test", 443, true}, {"a.b.sub.test", 443, true}, {"sub.test", 443, false}, {"xsub.test", 443, false},
		{"bad.sub.test", 443, false}, {"x.bad.sub.test", 443, true}, {"x.worse.sub.test", 443, false},
		{"other.test", 8443, true}, {"other.test", 443, false},
		{"xn--bcher-kva.example", 443, true}, {"BÜCHER.example", 443, true},
		{"10.1.2.3", 80, true}, {"0x0a.0x01.515", 80, true}, {"10.1.2.3", 81, false}, {"10.1.9.1", 80, false}, {"10.3.0.1", 80, false}, {"10.2.0.1", 443, true},
		{"[fd00::1]", 90, true}, {"fd00::1", 90, true}, {"fd00::1", 80, false}, {"93.184.216.34", 80, false},
		{"localhost", 3000, true}, {"LOCALHOST.", 3000, true}, {"localhost", 80, false}, {"x.localhost", 3000, false},
		{"127.0.0.1", 8080, true}, {"0x7f.1", 8080, true}, {"::ffff:127.0.0.1", 8080, true}, {"127.0.0.2", 8080, false}, {"127.0.0.1", 3000, false}, {"::1", 3000, false},
		{"example.com", 0, false}, {"example.com", 65536, false}, {"example.com", -1, false}, {"", 80, false}, {"fd00::1%eth0", 90, false},
	} {
		if d := n.Host(c.host, c.port); d.Allowed != c.want || (!c.want && d.Reason == "") || !strings.HasPrefix(d.Line, "policy.toml:") {
			t.Errorf("%s:%d: %+v", c.host, c.port, d)
		}
	}
	if d := n.Host("ads.example.org", 443); d.String() != "ads.example.org:443 is not in network.allow (policy.toml:2)" {
		t.Error(d)
	}
	if d := n.Host("bad.sub.test", 443); d.String() != "bad.sub.test:443 is in network.deny (policy.toml:3)" {
		t.Error(d)
	}
	// A deny without a port closes every port, also one that allow opens by itself.
	if d := network(t, `["a.test:8443"]`, `["a.test"]`).Host("a.test", 8443); d.Allowed {
		t.Error("deny without a port leaves 8443 open")
	}
	if d := network(t, all, `["a.test:80"]`).Host("a.test", 443); !d.Allowed {
		t.Error("deny of port 80 closes 443")
	}
	if d := network(t, `["*:8080"]`, "[]").Host("a.test", 8080); !d.Allowed {
		t.Error(d)
	}
	if d := network(t, `[]`, "[]").Host("a.test", 443); d.Allowed {
		t.Error("an empty list opens something")
	}
}

func TestNamed(t *testing.T) {
	t.Parallel()
	n := network(t, `["*", "*.google.com", "a.test", "10.0.0.0/8"]`, "[]")
	for host, want := range map[string]bool{"www.google.com": true, "a.test": true, "10.1.1.1": true, "b.test": false, "google.com": false, "": false} {
		if n.Named(host, 443) != want {
			t.Errorf("%s named: %v", host, !want)
		}
	}
	if n.Named("a.test", 81) {
		t.Error("a.test is named at a port that its pattern does not open")
	}
}
