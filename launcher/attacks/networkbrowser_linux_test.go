package attacks

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// browserNetworkSteps have a browser try to reach anything but the proxy.
func (l *launch) browserNetworkSteps(trap *trap) {
	port := fmt.Sprint(trap.port)
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
}

func servers(urls []string) (all []map[string]any) {
	for _, url := range urls {
		all = append(all, map[string]any{"urls": url, "username": "u", "credential": "c"})
	}
	return all
}
