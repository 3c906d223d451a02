package attacks

import (
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func init() {
	programs["sockets"] = func(args []string) any {
		got := tries{}
		for name, s := range map[string][3]int{
			"vsock":             {unix.AF_VSOCK, unix.SOCK_STREAM, 0},
			"raw":               {unix.AF_INET, unix.SOCK_RAW, unix.IPPROTO_ICMP},
			"raw IPv6":          {unix.AF_INET6, unix.SOCK_RAW, unix.IPPROTO_ICMPV6},
			"ping":              {unix.AF_INET, unix.SOCK_DGRAM, unix.IPPROTO_ICMP},
			"packet":            {unix.AF_PACKET, unix.SOCK_RAW, 0x0300},
			"SCTP":              {unix.AF_INET, unix.SOCK_STREAM, unix.IPPROTO_SCTP},
			"MPTCP":             {unix.AF_INET, unix.SOCK_STREAM, unix.IPPROTO_MPTCP},
			"bluetooth":         {unix.AF_BLUETOOTH, unix.SOCK_RAW, 1},
			"crypto":            {unix.AF_ALG, unix.SOCK_SEQPACKET, 0},
			"XDP":               {unix.AF_XDP, unix.SOCK_RAW, 0},
			"netlink uevent":    {unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_KOBJECT_UEVENT},
			"netlink audit":     {unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_AUDIT},
			"netlink netfilter": {unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_NETFILTER},
			"netlink diag":      {unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_SOCK_DIAG},
			"netlink generic":   {unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_GENERIC},
		} {
			fd, err := unix.Socket(s[0], s[1], s[2])
			if err == nil {
				unix.Close(fd)
			}
			got[name] = outcome(err)
		}
		return got
	}
	programs["interface"] = func([]string) any {
		got := tries{}
		fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM, 0)
		if err == nil {
			var request *unix.Ifreq
			if request, err = unix.NewIfreq("lo"); err == nil {
				request.SetUint16(0)
				err = unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, request)
			}
		}
		got["take the loopback down"] = outcome(err)
		got["new interface"] = outcome(newLink())
		names := []string{}
		all, _ := net.Interfaces()
		for _, one := range all {
			names = append(names, one.Name)
		}
		got["interfaces"] = strings.Join(names, " ")
		return got
	}
	programs["dial"] = func(targets []string) any {
		got := tries{}
		for _, target := range targets {
			network, address, _ := strings.Cut(target, " ")
			c, err := net.DialTimeout(network, address, 5*time.Second)
			if err == nil {
				_, err = c.Write([]byte("escaped by " + target))
				if err == nil && network == "udp" {
					c.SetReadDeadline(time.Now().Add(300 * time.Millisecond))
					_, err = c.Read(make([]byte, 1)) // where nobody listens, the kernel says so
				}
				c.Close()
			}
			got[target] = outcome(err)
		}
		return got
	}
}

// newLink asks the kernel, over the one netlink protocol that is left, for a
// pair of interfaces.
func newLink() error {
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_ROUTE)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	// struct nlmsghdr and an empty struct ifinfomsg: RTM_NEWLINK, request, create, acknowledge.
	request := make([]byte, 32)
	request[0], request[4], request[6], request[7] = 32, unix.RTM_NEWLINK, unix.NLM_F_REQUEST|unix.NLM_F_ACK, unix.NLM_F_CREATE>>8
	if err := unix.Sendto(fd, request, 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
		return err
	}
	answer := make([]byte, 4096)
	n, _, err := unix.Recvfrom(fd, answer, 0)
	if err != nil || n < 20 {
		return fmt.Errorf("%d bytes, %v", n, err)
	}
	if errno := -int32(uint32(answer[16]) | uint32(answer[17])<<8 | uint32(answer[18])<<16 | uint32(answer[19])<<24); errno != 0 {
		return unix.Errno(errno)
	}
	return nil
}

// networkSteps try to reach anything but the proxy.
func (l *launch) networkSteps(trap *trap) {
	port := fmt.Sprint(trap.port)
	l.Step("TCP, UDP and unix sockets", func(t *testing.T) {
		want := tries{
			"tcp 127.0.0.1:" + port: "ECONNREFUSED", "tcp 127.1.0.7:" + port: "ECONNREFUSED", "tcp [::1]:" + port: "ECONNREFUSED",
			"tcp 0.0.0.0:" + port: "ECONNREFUSED", "tcp [::ffff:127.0.0.1]:" + port: "ECONNREFUSED",
			"udp 127.0.0.1:" + port: "ECONNREFUSED", "udp [::1]:" + port: "ECONNREFUSED",
			"unix " + trap.abstract: "ECONNREFUSED", "unix /run/dbus/system_bus_socket": "ENOENT", "unix /var/run/docker.sock": "ENOENT", "unix /dev/log": "ENOENT",
			"tcp 169.254.169.254:80": "ENETUNREACH", "tcp 10.0.0.1:80": "ENETUNREACH", "tcp 1.1.1.1:443": "ENETUNREACH", "udp 8.8.8.8:53": "ENETUNREACH",
			"udp 224.0.0.251:5353": "ENETUNREACH", "udp 255.255.255.255:67": "ENETUNREACH|EACCES", "tcp [2606:4700::1111]:443": "ENETUNREACH", "udp [ff02::fb%lo]:5353": "ENETUNREACH|EADDRNOTAVAIL|ECONNREFUSED",
		}
		for _, host := range addresses(t) {
			want["tcp "+net.JoinHostPort(host, port)] = "ENETUNREACH"
			want["udp "+net.JoinHostPort(host, port)] = "ENETUNREACH"
		}
		var got tries
		l.program(&got, "dial", keys(want)...)
		got.want(t, want)
		trap.empty(t)
	})
	l.Step("every other kind of socket", func(t *testing.T) {
		var got tries
		l.program(&got, "sockets")
		got.each(t, "EPERM", "vsock", "raw", "raw IPv6", "ping", "packet", "SCTP", "MPTCP", "bluetooth", "crypto", "XDP",
			"netlink uevent", "netlink audit", "netlink netfilter", "netlink diag", "netlink generic")
		l.program(&got, "interface")
		got["interfaces"] = strings.TrimSpace(got["interfaces"])
		if got["take the loopback down"] != "EPERM" || got["new interface"] != "EPERM" || got["interfaces"] != "lo" {
			t.Errorf("the network's own switches: %v", got)
		}
	})
	l.Step("the process's own modules", func(t *testing.T) {
		got := l.attempts(`
			const tcp = (host, port) => new Promise((yes, no) => mod("net").connect({host, port, timeout: 5000}).on("connect", yes).on("error", no).on("timeout", () => no(new Error("timeout"))));
			await attempt("net", () => tcp("127.0.0.1", ` + port + `));
			await attempt("net by name", () => tcp("example.com", 80));
			await attempt("net abstract", () => new Promise((yes, no) => mod("net").connect("\0" + ` + quote(trap.abstract[1:]) + `).on("connect", yes).on("error", no)));
			await attempt("http", () => new Promise((yes, no) => mod("http").get("http://127.0.0.1:` + port + `/", yes).on("error", no)));
			await attempt("https", () => new Promise((yes, no) => mod("https").get("https://localhost:` + port + `/", yes).on("error", no)));
			await attempt("fetch", () => page.constructor.constructor("return fetch")()("http://127.0.0.1:` + port + `/").catch(e => { throw e.cause || e }));
			await attempt("UDP", () => new Promise((yes, no) => { const s = mod("dgram").createSocket("udp4"); s.on("error", no); s.connect(` + port + `, "127.0.0.1", () => s.send("escaped", () => setTimeout(() => yes("sent"), 300))) }));
			await attempt("look-up", () => mod("dns").promises.lookup("example.com"));
			await attempt("resolve", () => mod("dns").promises.resolve4("example.com"));
			await attempt("resolve elsewhere", () => { const r = new (mod("dns").promises.Resolver)({timeout: 500, tries: 1}); r.setServers(["127.0.0.1:` + port + `"]); return r.resolve4("leak.example.com") });
			await attempt("ping", () => new Promise((yes, no) => mod("child_process").execFile("ping", ["-c1", "-W1", "127.0.0.1"], e => e ? no(new Error("failed")) : yes())));
			await attempt("request of the context", () => page.request.get("http://127.0.0.1:` + port + `/").then(r => { throw new Error("status " + r.status()) }));
			await attempt("request past the proxy", async () => { const c = await mod("module").createRequire(p.argv[1])("playwright-core").request.newContext(); return c.get("http://127.0.0.1:` + port + `/", {timeout: 5000}).then(r => { throw new Error("status " + r.status()) }) })`)
		got.want(t, tries{
			"net": "ECONNREFUSED", "net by name": "EAI_AGAIN|ENOTFOUND", "net abstract": "ECONNREFUSED", "http": "ECONNREFUSED", "https": "ECONNREFUSED",
			"fetch": "ECONNREFUSED", "UDP": "ECONNREFUSED|done: sent", "look-up": "EAI_AGAIN|ENOTFOUND", "resolve": "ECONNREFUSED", "resolve elsewhere": "ECONNREFUSED|ETIMEOUT",
			"ping": "failed", "request of the context": "status 403", "request past the proxy": ".*ECONNREFUSED[^$]*",
		})
		trap.empty(t)
	})
	l.Step("a browser without the proxy", func(t *testing.T) {
		for name, c := range map[string]struct{ args, url string }{
			"direct": {`"--no-proxy-server"`, "http://127.0.0.1:" + port + "/"},
			"QUIC":   {`"--no-proxy-server", "--enable-quic", "--origin-to-force-quic-on=127.0.0.1:` + port + `"`, "https://127.0.0.1:" + port + "/"},
			"name":   {`"--no-proxy-server", "--host-resolver-rules=MAP * 127.0.0.1:` + port + `"`, "http://example.com/"},
		} {
			var got string
			l.node(`const {chromium} = mod("module").createRequire(p.argv[1])("playwright-core");
				const browser = await chromium.launch({executablePath: p.argv[p.argv.indexOf("--executable-path") + 1], chromiumSandbox: false, args: [`+c.args+`]});
				try { await (await browser.newPage()).goto(`+quote(c.url)+`, {timeout: 10000}); return "opened" } catch (e) { return e.message.split("\n")[0] } finally { await browser.close() }`, &got)
			if !strings.Contains(got, "net::ERR_") {
				t.Errorf("%s: %s", name, got)
			}
		}
		trap.empty(t)
	})
	l.Step("WebRTC", func(t *testing.T) {
		hosts := append([]string{"127.0.0.1", "[::1]"}, addresses(t)...)
		var urls []string
		for _, host := range hosts {
			if strings.Contains(host, ":") && host[0] != '[' {
				host = "[" + host + "]"
			}
			urls = append(urls, "stun:"+host+":"+port, "turn:"+host+":"+port+"?transport=udp", "turn:"+host+":"+port+"?transport=tcp", "turns:"+host+":"+port+"?transport=tcp")
		}
		var candidates []string
		l.Evaluate(`async () => { const c = new RTCPeerConnection({iceServers: `+quote(servers(urls))+`, iceCandidatePoolSize: 4}), all = [];
			c.createDataChannel("x"); c.onicecandidate = e => e.candidate && all.push(e.candidate.candidate);
			await c.setLocalDescription(await c.createOffer()); await new Promise(done => setTimeout(done, 2000)); return all }`, &candidates)
		for _, candidate := range candidates {
			if strings.Contains(candidate, "typ srflx") || strings.Contains(candidate, "typ relay") {
				t.Errorf("somebody outside answered: %s", candidate)
			}
			if slices.ContainsFunc(addresses(t), func(host string) bool { return strings.Contains(candidate, " "+host+" ") }) {
				t.Errorf("an address of this machine is known inside: %s", candidate)
			}
		}
		trap.empty(t)
	})
	if name, err := os.Hostname(); err == nil {
		l.Step("this machine's name", func(t *testing.T) {
			var inside string
			l.node(`return mod("os").hostname() + " " + JSON.stringify(mod("os").networkInterfaces()) + mod("os").userInfo().username`, &inside)
			if strings.Contains(inside, name) && name != "browser" {
				t.Errorf("inside it is known: %s", inside)
			}
		})
	}
}

func servers(urls []string) (all []map[string]any) {
	for _, url := range urls {
		all = append(all, map[string]any{"urls": url, "username": "u", "credential": "c"})
	}
	return all
}
