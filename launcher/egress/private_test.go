package egress

import (
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
)

// Every place that is not the public internet, as an address and as what a name
// turns out to be (walls.md; the policy's own tests have the whole list).
func TestNeverPrivate(t *testing.T) {
	t.Parallel()
	w := newWorld(t, everyHost)
	for i, ip := range []string{"127.0.0.1", "::1", "10.0.0.1", "169.254.169.254", "100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254",
		"0.0.0.0", "::", "224.0.0.1", "255.255.255.255", "fe80::1", "100.64.0.1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "::127.0.0.1",
		"192.168.7.7", "93.184.216.99"} { // the last two are this machine's own
		name := fmt.Sprintf("n%d.test", i)
		w.name(name, []string{ip})
		for _, target := range []string{name, ip} {
			if c, reason := w.connect(net.JoinHostPort(target, "443")); c != nil || !strings.HasPrefix(reason, "refused by connector-browser: ") || !strings.HasSuffix(reason, "(policy.toml:2)") {
				t.Errorf("%s (%s): %s", target, ip, reason)
			}
		}
	}
	for _, spelling := range []string{"0x7f.1", "2130706433", "0177.0.0.1", "localhost", "LOCALHOST.", "a.localhost"} {
		if status, _, reason := w.get("http://" + spelling + "/"); status != 403 || !strings.Contains(reason, "is a loopback address") && !strings.Contains(reason, "which is a loopback address") {
			t.Errorf("%s: %d %s", spelling, status, reason)
		}
	}
	if got := w.wentOut(); len(got) != 0 {
		t.Errorf("dialled %v", got)
	}
}

// A name that answers public first and private next: each request has one
// look-up, and only what that one gave is dialled.
func TestRebinding(t *testing.T) {
	t.Parallel()
	w := newWorld(t, everyHost)
	w.name("rebind.test", []string{publicIP}, []string{"127.0.0.1"}, []string{publicIP, "10.0.0.1"}, []string{"::ffff:169.254.169.254"})
	w.site(publicIP+":80", echo)
	if status, _, _ := w.get("http://rebind.test/"); status != 200 {
		t.Errorf("first: %d", status)
	}
	for _, want := range []string{"127.0.0.1, which is a loopback address", "10.0.0.1, which is a private address", "169.254.169.254, which is a cloud metadata address"} {
		if status, _, reason := w.get("http://rebind.test/"); status != 403 || !strings.Contains(reason, "rebind.test:80 has the address "+want) {
			t.Errorf("%d %s", status, reason)
		}
	}
	if got := w.wentOut(); !slices.Equal(got, []string{publicIP + ":80"}) || len(w.asked) != 4 {
		t.Errorf("dialled %v, looked up %v", got, w.asked)
	}
}

// What a policy names is reached: localhost, an address, an intranet host.
func TestNamedPrivate(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `allow = ["intranet.test", "localhost:3000", "127.0.0.1:8080", "[::1]:90"]`)
	w.name("intranet.test", []string{"10.0.0.1"})
	for _, address := range []string{"10.0.0.1:80", "127.0.0.1:3000", "127.0.0.1:8080", "[::1]:90"} {
		w.site(address, echo)
	}
	for _, url := range []string{"http://intranet.test/", "http://localhost:3000/", "http://0x7f.1:8080/", "http://[0::1]:90/"} {
		if status, body, reason := w.get(url); status != 200 {
			t.Errorf("%s: %d %s %s", url, status, body, reason)
		}
	}
	if slices.Contains(w.asked, "localhost") {
		t.Error("a name server was asked for localhost")
	}
}

// The proxy asked for itself, though the policy names its very address.
func TestItself(t *testing.T) {
	t.Parallel()
	l := listen(t)
	_, port, _ := net.SplitHostPort(l.Addr().String())
	w := newWorldOn(t, l, `allow = ["127.0.0.1:`+port+`", "localhost:`+port+`"]`)
	for _, host := range []string{"127.0.0.1", "localhost", "0x7f.1", "[::ffff:127.0.0.1]"} {
		if c, reason := w.connect(host + ":" + port); c != nil || !strings.Contains(reason, "is this proxy itself") {
			t.Errorf("%s: %s", host, reason)
		}
		if status, _, reason := w.get("http://" + host + ":" + port + "/"); status != 403 || !strings.Contains(reason, "is this proxy itself") {
			t.Errorf("%s: %d %s", host, status, reason)
		}
	}
}
