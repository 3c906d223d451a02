package sandbox

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func socketError(family, kind, protocol int) error {
	fd, err := unix.Socket(family, kind, protocol)
	if err == nil {
		unix.Close(fd)
	}
	return err
}

func init() {
	probes["dial"] = func(targets []string) any {
		o := outcomes{}
		for _, target := range targets {
			network, address, _ := strings.Cut(target, " ")
			conn, err := net.DialTimeout(network, address, 5*time.Second)
			if err == nil && network == "udp" {
				_, err = conn.Write([]byte("x"))
				if err == nil {
					conn.SetReadDeadline(time.Now().Add(time.Second))
					_, err = conn.Read(make([]byte, 1))
				}
			}
			o.try(target, err)
		}
		return o
	}
	probes["sockets"] = func([]string) any {
		o := outcomes{}
		o.try("raw", socketError(unix.AF_INET, unix.SOCK_RAW, unix.IPPROTO_ICMP))
		o.try("ping", socketError(unix.AF_INET, unix.SOCK_DGRAM, unix.IPPROTO_ICMP))
		o.try("packet", socketError(unix.AF_PACKET, unix.SOCK_RAW, 0))
		o.try("vsock", socketError(unix.AF_VSOCK, unix.SOCK_STREAM, 0))
		o.try("bluetooth", socketError(unix.AF_BLUETOOTH, unix.SOCK_RAW, 0))
		o.try("crypto", socketError(unix.AF_ALG, unix.SOCK_SEQPACKET, 0))
		o.try("xdp", socketError(unix.AF_XDP, unix.SOCK_RAW, 0))
		o.try("key", socketError(unix.AF_KEY, unix.SOCK_RAW, 2))
		o.try("can", socketError(unix.AF_CAN, unix.SOCK_RAW, 1))
		o.try("tipc", socketError(unix.AF_TIPC, unix.SOCK_STREAM, 0))
		o.try("netlink uevent", socketError(unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_KOBJECT_UEVENT))
		o.try("netlink audit", socketError(unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_AUDIT))
		o.try("netlink netfilter", socketError(unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_NETFILTER))
		o.try("netlink diag", socketError(unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_SOCK_DIAG))
		o.try("netlink route", socketError(unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_ROUTE))
		o.try("unix", socketError(unix.AF_UNIX, unix.SOCK_STREAM, 0))
		return o
	}
	probes["interfaces"] = func([]string) any {
		var names []string
		all, _ := net.Interfaces()
		for _, one := range all {
			addresses, _ := one.Addrs()
			names = append(names, fmt.Sprint(one.Name, addresses))
		}
		return names
	}
	probes["look up"] = func([]string) any {
		_, err := net.DefaultResolver.LookupHost(context.Background(), "example.com")
		return err != nil
	}
	probes["fetch"] = func(args []string) any {
		door := &url.URL{Scheme: "http", Host: fmt.Sprintf("127.0.0.1:%d", ProxyPort)}
		client := http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(door)}}
		answer, err := client.Get(args[0])
		if err != nil {
			return err.Error()
		}
		defer answer.Body.Close()
		text, _ := io.ReadAll(answer.Body)
		return string(text)
	}
}

// TestNetworkNothingOutside: neither the host nor anything behind it can be
// reached by any address.
func TestNetworkNothingOutside(t *testing.T) {
	t.Parallel()
	host := httptest.NewServer(http.NotFoundHandler())
	defer host.Close()
	port := host.Listener.Addr().(*net.TCPAddr).Port
	udp, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer udp.Close()
	abstract := fmt.Sprintf("@connector-browser-test-%d", port)
	listener, err := net.Listen("unix", abstract)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()

	want := outcomes{
		fmt.Sprintf("tcp 127.0.0.1:%d", port): "ECONNREFUSED",
		fmt.Sprintf("tcp [::1]:%d", port):     "ECONNREFUSED|EADDRNOTAVAIL|ENETUNREACH|EAFNOSUPPORT",
		"udp " + udp.LocalAddr().String():     "ECONNREFUSED",
		"unix " + abstract:                    "ECONNREFUSED",
		"tcp 169.254.169.254:80":              "ENETUNREACH",
		"tcp 10.0.0.1:80":                     "ENETUNREACH",
		"tcp 192.0.2.1:443":                   "ENETUNREACH",
		"tcp [2001:db8::1]:443":               "ENETUNREACH|EAFNOSUPPORT",
		"udp 192.0.2.1:53":                    "ENETUNREACH",
		"udp [2001:4860:4860::8888]:443":      "ENETUNREACH|EAFNOSUPPORT",
		"unix /run/dbus/system_bus_socket":    "ENOENT",
		"unix /var/run/docker.sock":           "ENOENT",
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range addresses { // the host's own, on every interface
		if ip := address.(*net.IPNet).IP; !ip.IsLoopback() && !ip.IsLinkLocalUnicast() {
			want["tcp "+net.JoinHostPort(ip.String(), fmt.Sprint(port))] = "ENETUNREACH|EAFNOSUPPORT"
		}
	}
	var targets []string
	for target := range want {
		targets = append(targets, target)
	}
	ask[outcomes](t, probing(t.TempDir(), "dial", targets...)).want(t, want)
}

// TestNetworkSockets: of the kernel's socket families the few are left that a
// browser lives on.
func TestNetworkSockets(t *testing.T) {
	t.Parallel()
	got := ask[outcomes](t, probing(t.TempDir(), "sockets"))
	want := outcomes{"netlink route": "allowed", "unix": "allowed"}
	for name := range got {
		if want[name] == "" {
			want[name] = "EPERM"
		}
	}
	got.want(t, want)
}

// TestNetworkLoopbackAlone: one interface, no route, no name server.
func TestNetworkLoopbackAlone(t *testing.T) {
	t.Parallel()
	if got := ask[[]string](t, probing(t.TempDir(), "interfaces")); !slices.Equal(got, []string{"lo[127.0.0.1/8 ::1/128]"}) && !slices.Equal(got, []string{"lo[127.0.0.1/8]"}) {
		t.Errorf("interfaces inside: %q", got)
	}
	if !ask[bool](t, probing(t.TempDir(), "look up")) {
		t.Error("a name was looked up")
	}
}

// TestNetworkDoor: the proxy's listener accepts what is sent to ProxyPort.
func TestNetworkDoor(t *testing.T) {
	t.Parallel()
	c := launch(t, probing(t.TempDir(), "fetch", "http://example.test/page"))
	go http.Serve(c.Proxy, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "from outside: "+r.URL.String())
	}))
	text, err := io.ReadAll(c.Stdout)
	if err != nil || strings.TrimSpace(string(text)) != `"from outside: http://example.test/page"` {
		t.Errorf("got %s, %v", text, err)
	}
}
