package attacks

import (
	"fmt"
	"net"
	"os"
	"strings"
	"testing"
)

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
