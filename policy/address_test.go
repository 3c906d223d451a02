package policy

import (
	"net/netip"
	"strings"
	"testing"
)

// walls.md, the egress filter's list: what "*" never opens, in every disguise.
var closed = map[string]string{
	"0.0.0.0": "not an address of one host", "0.1.2.3": "not an address of one host", "::": "not an address of one host",
	"255.255.255.255": "not an address of one host", "224.0.0.1": "not an address of one host", "239.1.1.1": "not an address of one host", "ff02::1": "not an address of one host",
	"127.0.0.1": "a loopback", "127.255.0.1": "a loopback", "::1": "a loopback",
	"fe80::1": "a link-local", "febf::1": "a link-local",
	"169.254.169.254": "a cloud metadata", "169.254.0.1": "a cloud metadata", "100.100.100.200": "a cloud metadata", "168.63.129.16": "a cloud metadata", "192.0.0.192": "a cloud metadata", "fd00:ec2::254": "a cloud metadata", "fd00:ec2:ffff::1": "a cloud metadata",
	"10.0.0.1": "a private", "172.16.0.1": "a private", "172.31.255.255": "a private", "192.168.1.1": "a private", "100.64.0.1": "a private", "100.127.255.255": "a private",
	"192.0.0.1": "a private", "192.0.2.1": "a private", "198.51.100.1": "a private", "203.0.113.1": "a private", "198.18.0.1": "a private", "198.19.255.255": "a private", "240.0.0.1": "a private", "192.88.99.1": "a private",
	"fc00::1": "a private", "fdff::1": "a private", "fec0::1": "a private", "2001:db8::1": "a private", "3fff::1": "a private", "2001:2::1": "a private", "100::1": "a private", "4000::1": "a private", "5f00::1": "a private",
	"192.168.7.7": "an address of this machine",

	"::ffff:127.0.0.1": "a loopback", "::127.0.0.1": "a loopback", "::ffff:0:127.0.0.1": "a loopback", "::ffff:169.254.169.254": "a cloud metadata",
	"64:ff9b::127.0.0.1": "a loopback", "64:ff9b::10.0.0.1": "a private", "64:ff9b::a9fe:a9fe": "a cloud metadata", "64:ff9b::192.168.7.7": "an address of this machine", "64:ff9b::": "not an address of one host",
	"64:ff9b:1::10.0.0.1": "a private", "64:ff9b:1::93.184.216.34": "a private",
	"2002:7f00:1::": "a loopback", "2002:a9fe:a9fe::1": "a cloud metadata", "2002:c0a8:101::1": "a private",
	"2001:0:5db8:d822::80ff:fffe": "a loopback", "2001:0:7f00:1::a247:27dd": "a loopback", // Teredo: its client is stored inverted, its server is not
	"2600::5efe:127.0.0.1": "a loopback", "2600::200:5efe:a00:1": "a private", // ISATAP
	"2002:5db8:d822::5efe:10.0.0.1": "a private", // ISATAP within 6to4
}

func TestAddressIsPublic(t *testing.T) {
	t.Parallel()
	n := network(t, all, "[]")
	for ip, want := range closed {
		addr := netip.MustParseAddr(ip)
		d := n.Address("name.test", 443, addr)
		if d.Allowed || !strings.Contains(d.Reason, ", which is "+want) || d.Line != "policy.toml:2" {
			t.Errorf("%s: %+v, want %s", ip, d, want)
		}
		if d := n.Address("*.test", 443, addr); d.Allowed {
			t.Errorf("%s as an odd name: %+v", ip, d)
		}
		if d := n.Host(ip, 443); d.Allowed || !strings.Contains(d.Reason, " is "+want) {
			t.Errorf("literal %s: %+v", ip, d)
		}
		if w := network(t, `["*.test"]`, "[]"); w.Address("name.test", 443, addr).Allowed {
			t.Errorf("a wildcard opens %s", ip)
		}
	}
	for _, ip := range []string{"93.184.216.34", "8.8.8.8", "100.63.255.255", "100.128.0.0", "172.32.0.1", "2606:2800:220:1::1", "64:ff9b::93.184.216.34", "2002:5db8:d822::1", "::ffff:93.184.216.34"} {
		if d := n.Address("name.test", 443, netip.MustParseAddr(ip)); !d.Allowed {
			t.Errorf("%s: %+v", ip, d)
		}
	}
	for _, zoned := range []string{"fe80::1%eth0", "2606::1%1", "::1%lo"} {
		if d := n.Address("name.test", 443, netip.MustParseAddr(zoned)); d.Allowed {
			t.Errorf("%s: %+v", zoned, d)
		}
	}
	if d := n.Address("name.test", 443, netip.Addr{}); d.Allowed {
		t.Error("no address passes")
	}
	if d := n.Address("93.184.216.34", 443, netip.MustParseAddr("93.184.216.35")); d.Allowed {
		t.Error("an address has another address")
	}
	if d := n.Address("name.test", 22, netip.MustParseAddr("93.184.216.34")); d.Allowed {
		t.Error("Address forgets what Host says")
	}
}

// DESIGN 4.4: what opens what. Each line is a policy, a host, an address of it.
func TestAddressOpened(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		allow, host string
		port        int
		ip          string
		want        bool
	}{
		// An exact name opens its private addresses, and no others.
		{`["intranet.test"]`, "intranet.test", 443, "10.0.0.1", true},
		{`["intranet.test"]`, "intranet.test", 443, "fd00::1", true},
		{`["intranet.test"]`, "intranet.test", 443, "64:ff9b::10.0.0.1", true},
		{`["intranet.test"]`, "intranet.test", 443, "127.0.0.1", false},
		{`["intranet.test"]`, "intranet.test", 443, "169.254.169.254", false},
		{`["intranet.test"]`, "intranet.test", 443, "fe80::1", false},
		{`["intranet.test"]`, "intranet.test", 443, "192.168.7.7", false},
		{`["intranet.test"]`, "intranet.test", 443, "64:ff9b:1::127.0.0.1", false},
		{`["intranet.test"]`, "intranet.test", 443, "64:ff9b:1:7f00:0:100::", false}, // 127.0.0.1 below a /48
		{`["intranet.test"]`, "intranet.test", 443, "64:ff9b:1:a00:0:100::", true},
		{`["*", "intranet.test"]`, "other.test", 443, "10.0.0.1", false},
		{`["*", "intranet.test:8443"]`, "intranet.test", 443, "10.0.0.1", false},
		// A CIDR opens literal addresses, and those of names that are allowed.
		{`["*", "10.1.0.0/16"]`, "name.test", 443, "10.1.2.3", true},
		{`["*", "10.1.0.0/16"]`, "name.test", 443, "10.2.2.3", false},
		{`["10.1.0.0/16"]`, "name.test", 443, "10.1.2.3", false},
		{`["10.1.0.0/16"]`, "10.1.2.3", 443, "10.1.2.3", true},
		{`["name.test:8443", "10.1.0.0/16"]`, "name.test", 8443, "10.1.2.3", true},
		{`["*:8080", "10.1.0.0/16"]`, "10.1.2.3", 8080, "10.1.2.3", false},
		{`["*", "0.0.0.0/0"]`, "name.test", 443, "10.1.2.3", true},
		{`["*", "0.0.0.0/0"]`, "name.test", 443, "127.0.0.1", false},
		{`["*", "0.0.0.0/0"]`, "127.0.0.1", 443, "127.0.0.1", false},
		{`["*", "::/0"]`, "fe80::1", 443, "fe80::1", false},
		{`["*", "10.1.2.3"]`, "name.test", 443, "10.1.2.3", true},
		// Loopback only by localhost or the address itself.
		{`["localhost:3000"]`, "localhost", 3000, "127.0.0.1", true},
		{`["localhost:3000"]`, "localhost", 3000, "::1", true},
		{`["localhost:3000"]`, "127.0.0.1", 3000, "127.0.0.1", false},
		{`["*", "localhost:3000"]`, "rebind.test", 80, "127.0.0.1", false},
		{`["localhost:3000"]`, "localhost", 3000, "169.254.169.254", false},
		{`["127.0.0.1:8080"]`, "127.0.0.1", 8080, "127.0.0.1", true},
		{`["*:8080", "127.0.0.1:8080"]`, "rebind.test", 8080, "127.0.0.1", false},
		{`["*:8080", "127.0.0.1:8080"]`, "64:ff9b::127.0.0.1", 8080, "64:ff9b::127.0.0.1", false},
		{`["[::1]:80"]`, "::1", 80, "::1", true},
		{`["::1"]`, "[::1]", 443, "::1", true},
		// Link-local, metadata and this machine only by the address itself.
		{`["169.254.169.254"]`, "169.254.169.254", 80, "169.254.169.254", true},
		{`["169.254.169.254"]`, "169.254.169.253", 80, "169.254.169.253", false},
		{`["fe80::1"]`, "fe80::1", 80, "fe80::1", true},
		{`["192.168.7.7"]`, "192.168.7.7", 80, "192.168.7.7", true},
		{`["192.168.0.0/16"]`, "192.168.7.7", 80, "192.168.7.7", false},
		{`["192.168.0.0/16"]`, "192.168.7.8", 80, "192.168.7.8", true},
	} {
		n := network(t, c.allow, "[]")
		if d := n.Address(c.host, c.port, netip.MustParseAddr(c.ip)); d.Allowed != c.want {
			t.Errorf("%s: %s:%d at %s: %+v", c.allow, c.host, c.port, c.ip, d)
		}
	}
	// deny wins over all of it, by name and by address, in every disguise.
	n := network(t, `["*", "intranet.test"]`, `["10.9.0.0/16", "93.184.216.0/24", "2606:2800::/32"]`)
	for _, ip := range []string{"10.9.0.1", "93.184.216.34", "::ffff:93.184.216.34", "64:ff9b::93.184.216.34", "2606:2800::1"} {
		if d := n.Address("intranet.test", 443, netip.MustParseAddr(ip)); d.Allowed || !strings.HasSuffix(d.String(), "is in network.deny (policy.toml:3)") {
			t.Errorf("%s: %s", ip, d)
		}
	}
}

// Without an injected function, this machine's own addresses are those of its
// interfaces.
func TestInterfaces(t *testing.T) {
	t.Parallel()
	own := Interfaces()
	if len(own) == 0 {
		t.Skip("this machine has no interface")
	}
	n := Default(nil).Network
	for _, ip := range own {
		if d := n.Address("name.test", 443, ip); d.Allowed {
			t.Errorf("%s is this machine's own: %+v", ip, d)
		}
	}
}
