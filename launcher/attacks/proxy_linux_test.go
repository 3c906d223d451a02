package attacks

import (
	"fmt"
	"net"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
)

// say is code that speaks to the proxy past every browser, byte for byte.
const say = `const say = text => new Promise((yes, no) => {
		const c = mod("net").connect(3128, "127.0.0.1"); let said = "", late;
		c.setTimeout(15000, () => c.destroy());
		c.on("data", d => { said += d.toString("latin1"); late ||= setTimeout(() => c.destroy(), 200) });
		c.on("error", e => said ? yes(said) : no(e)); c.on("close", () => yes(said)); c.write(text, "latin1") });
	const status = said => said.split("\r\n")[0].split(" ")[1] + " " + (/x-proxy-error: (.*)/i.exec(said)?.[1] ?? "");
`

// proxySteps ask the proxy itself for what it must not give. The policy of the
// launch opens every public host at the trap's port, so that what refuses is the
// address and not the name.
func (l *launch) proxySteps(trap *trap, site *httptest.Server) {
	l.Step("addresses in every disguise", func(t *testing.T) {
		hosts := []string{
			"127.0.0.1", "127.1", "127.0.0.1.", "127.000.000.001", "0x7f.1", "0x7f000001", "2130706433", "017700000001", "127.255.255.254", "%31%32%37.0.0.1",
			"localhost", "LOCALHOST.", "x.localhost", "0.0.0.0", "0", "[::]", "[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]",
			"[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[::ffff:0:7f00:1]", "[fe80::1]", "[fe80::1%25lo]", "[fd00:ec2::254]", "169.254.169.254", "0xa9fea9fe", "[::ffff:a9fe:a9fe]",
			"100.100.100.200", "10.0.0.1", "192.168.1.1", "172.16.0.1", "100.64.0.1", "224.0.0.1", "255.255.255.255", "browser",
		}
		for _, own := range addresses(t) {
			ip := net.ParseIP(own)
			if four := ip.To4(); four != nil {
				hosts = append(hosts, own, fmt.Sprintf("[::ffff:%s]", own), fmt.Sprintf("[64:ff9b::%02x%02x:%02x%02x]", four[0], four[1], four[2], four[3]))
			} else {
				hosts = append(hosts, "["+own+"]")
			}
		}
		if name, err := os.Hostname(); err == nil {
			hosts = append(hosts, name)
		}
		got := l.attempts(say + `const all = []; for (const host of ` + quote(hosts) + `) for (const port of [` + fmt.Sprint(trap.port) + `, 3128, 80]) {
			const at = host + ":" + port;
			all.push(attempt("CONNECT " + at, async () => status(await say("CONNECT " + at + " HTTP/1.1\r\nHost: " + at + "\r\n\r\n"))));
			all.push(attempt("GET " + at, async () => status(await say("GET http://" + at + "/ HTTP/1.1\r\nHost: " + at + "\r\nConnection: close\r\n\r\n"))));
			if (all.length % 50 == 0) await Promise.all(all);
		}
		await Promise.all(all)`)
		for name, outcome := range got {
			refused := strings.HasPrefix(outcome, "done: 403 refused by connector-browser: ")
			nowhere := strings.HasPrefix(outcome, "done: 502 connector-browser: ") && strings.HasSuffix(outcome, " has no address") // a name that nobody knows
			odd := strings.HasPrefix(outcome, "done: 400 ")                                                                         // no request at all
			if !refused && !nowhere && !odd {
				t.Errorf("%s: %s", name, outcome)
			}
		}
		if len(got) != len(hosts)*6 {
			t.Errorf("%d attempts were made", len(got))
		}
		trap.empty(t)
	})
	l.Step("smuggling", func(t *testing.T) {
		ok, evil := host(site), fmt.Sprintf("127.0.0.1:%d", trap.port)
		smuggled := "GET http://" + evil + "/smuggled HTTP/1.1\r\nHost: " + evil + "\r\n\r\n"
		requests := map[string]string{
			"TE and CL":         "POST http://" + ok + "/ HTTP/1.1\r\nHost: " + ok + "\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + smuggled,
			"two CL":            "POST http://" + ok + "/ HTTP/1.1\r\nHost: " + ok + "\r\nContent-Length: 0\r\nContent-Length: 60\r\n\r\n" + smuggled,
			"odd TE":            "POST http://" + ok + "/ HTTP/1.1\r\nHost: " + ok + "\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + smuggled,
			"two Host":          "GET http://" + ok + "/ HTTP/1.1\r\nHost: " + ok + "\r\nHost: " + evil + "\r\n\r\n",
			"Host alone":        "GET http://" + ok + "/ HTTP/1.1\r\nHost: " + evil + "\r\n\r\n",
			"absolute and Host": "GET http://" + evil + "/ HTTP/1.1\r\nHost: " + ok + "\r\n\r\n",
			"user name":         "GET http://" + ok + "@" + evil + "/ HTTP/1.1\r\nHost: " + ok + "\r\n\r\n",
			"origin form":       "GET / HTTP/1.1\r\nHost: " + evil + "\r\n\r\n",
			"two slashes":       "GET //" + evil + "/ HTTP/1.1\r\nHost: " + evil + "\r\n\r\n",
			"two in a row":      "GET http://" + ok + "/ HTTP/1.1\r\nHost: " + ok + "\r\n\r\n" + smuggled,
			"CONNECT with body": "CONNECT " + ok + " HTTP/1.1\r\nHost: " + ok + "\r\nContent-Length: 3\r\n\r\nabc" + smuggled,
			"CONNECT and Host":  "CONNECT " + evil + " HTTP/1.1\r\nHost: " + ok + "\r\n\r\n",
			"bare CR":           "GET http://" + ok + "/ HTTP/1.1\r\nHost: " + ok + "\r\nX: a\r" + smuggled,
			"upgrade to h2c":    "GET http://" + ok + "/ HTTP/1.1\r\nHost: " + ok + "\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n" + smuggled,
			"FTP":               "GET ftp://" + evil + "/ HTTP/1.1\r\nHost: " + evil + "\r\n\r\n",
			"SOCKS 4":           "\x04\x01\x00\x50\x7f\x00\x00\x01\x00",
			"SOCKS 5":           "\x05\x01\x00",
			"TLS":               "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
			"PROXY":             "PROXY TCP4 127.0.0.1 127.0.0.1 1 2\r\n" + smuggled,
		}
		got := l.attempts(say + `await Promise.all(Object.entries(` + quote(requests) + `).map(([name, text]) => attempt(name, async () => status(await say(text)))))`)
		second := "done: 200 refused by connector-browser: 127.0.0.1:.*" // the second request is one of its own
		got.want(t, tries{
			"TE and CL": second, "two CL": "done: 400 .*", "odd TE": "done: 501 .*", "two Host": "done: 400 .*", "Host alone": "done: 200 ",
			"absolute and Host": "done: 403 refused by connector-browser: 127.0.0.1:.*", "user name": "done: 403 refused by connector-browser: 127.0.0.1:.*",
			"origin form": "done: 400 .*", "two slashes": "done: 400 .*", "two in a row": second, "CONNECT with body": "done: 400 .*",
			"CONNECT and Host": "done: 403 refused by connector-browser: 127.0.0.1:.*", "bare CR": "done: 400 .*", "upgrade to h2c": second,
			"FTP": "done: 400 .*", "SOCKS 4": "done: (undefined|400) .*", "SOCKS 5": "done: (undefined|400) .*", "TLS": "done: (undefined|400) .*", "PROXY": "done: 400 .*",
		})
		trap.empty(t)
	})
	l.Step("absurd headers", func(t *testing.T) {
		got := l.attempts(say + `const start = "GET http://` + host(site) + `/ HTTP/1.1\r\nHost: ` + host(site) + `\r\n";
			await attempt("one long line", async () => status(await say(start + "X: " + "a".repeat(1 << 20) + "\r\n\r\n")));
			await attempt("many lines", async () => status(await say(start + "X: a\r\n".repeat(1 << 16) + "\r\n")));
			await attempt("long target", async () => status(await say("GET http://` + host(site) + `/" + "a".repeat(1 << 20) + " HTTP/1.1\r\n\r\n")));
			await attempt("long CONNECT", async () => status(await say("CONNECT " + "a".repeat(1 << 20) + ":443 HTTP/1.1\r\n\r\n")));
			await attempt("afterwards", async () => status(await say(start + "Connection: close\r\n\r\n")))`)
		// The proxy closes what it does not read on, and a reset may overtake its answer.
		tooLarge := "done: 431 .*|ECONNRESET|EPIPE"
		got.want(t, tries{"one long line": tooLarge, "many lines": tooLarge, "long target": tooLarge, "long CONNECT": tooLarge, "afterwards": "done: 200 "})
	})
}
