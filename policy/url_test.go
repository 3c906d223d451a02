package policy

import (
	"encoding/json"
	"net"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// SN-080, SN-081: only http, https, about:blank and data lead anywhere.
func TestURL(t *testing.T) {
	t.Parallel()
	n := network(t, `["example.com", "localhost:3000", "127.0.0.1:8080", "bücher.example"]`, `["no.example.com"]`)
	const scheme = " may not be navigated to; only http, https, about:blank and data may be"
	for url, want := range map[string]string{
		"https://example.com/path?q#f":     "",
		"HTTP://EXAMPLE.COM.":              "",
		"https://xn--bcher-kva.example":    "",
		"https://user:pw@example.com":      "",
		"https:example.com":                "",
		`https:\\example.com\@evil.test`:   "",
		"ht\ntps://exa\tmple.com":          "",
		" \x00\x1fhttps://example.com ":    "",
		"about:blank":                      "",
		"about:blank#x":                    "",
		"data:text/html,hello":             "",
		"example.com":                      "", // the upstream puts https:// in front
		"example.com/path":                 "",
		"localhost:3000":                   "", // http://
		"localhost:3000/x":                 "",
		" LocalHost:3000":                  "",
		"127.0.0.1:8080":                   "", // https://
		"https://example.com:8443":         "example.com:8443 is not in network.allow; a pattern without a port opens 80 and 443 only (policy.toml:2)",
		"https://no.example.com":           "no.example.com:443 is in network.deny (policy.toml:3)",
		"https://example.com@evil.test":    "evil.test:443 is not in network.allow (policy.toml:2)",
		"https://example.com%40evil.test":  `"https://example.com%40evil.test" is not a URL that leads to a host`,
		`http:/\evil.test`:                 "evil.test:80 is not in network.allow (policy.toml:2)",
		"//evil.test":                      "evil.test:443 is not in network.allow (policy.toml:2)",
		"http://0x7f.1:8081":               "127.0.0.1:8081 is not in network.allow (policy.toml:2)",
		"localhost":                        "localhost:80 is not in network.allow (policy.toml:2)",
		"localhost:pw@evil.test":           "evil.test:80 is not in network.allow (policy.toml:2)",
		"localhost.evil.test:80":           "localhost.evil.test:80 is not in network.allow (policy.toml:2)",
		"example.com:8080":                 `"example.com:" may not be navigated to; put https:// in front of it`,
		"file:///etc/passwd":               `"file:"` + scheme,
		"FiLe:/etc/passwd":                 `"file:"` + scheme,
		"fi\tle:///etc/passwd":             `"file:"` + scheme,
		"\x01file:///etc/passwd":           `"file:"` + scheme,
		"view-source:file:///etc/passwd":   `"view-source:"` + scheme,
		"view-source:https://example.com":  `"view-source:"` + scheme,
		"chrome://version":                 `"chrome:"` + scheme,
		"chrome-extension://x":             `"chrome-extension:"` + scheme,
		"devtools://devtools":              `"devtools:"` + scheme,
		"blob:https://example.com/1":       `"blob:"` + scheme,
		"filesystem:https://example.com/x": `"filesystem:"` + scheme,
		"javascript:alert(1)":              `"javascript:"` + scheme,
		"java\r\nscript:alert(1)":          `"javascript:"` + scheme,
		"about:srcdoc":                     `"about:"` + scheme,
		"about:BLANK":                      `"about:"` + scheme,
		"about:blank@evil":                 `"about:"` + scheme,
		"ws://example.com":                 `"ws:"` + scheme,
		"ftp://example.com":                `"ftp:"` + scheme,
		"http://":                          `"http://" is not a URL that leads to a host`,
		"https://example.com:99999":        `"https://example.com:99999" is not a URL that leads to a host`,
		"https://example.com:+443":         `"https://example.com:+443" is not a URL that leads to a host`,
		"https://[::1":                     `"https://[::1" is not a URL that leads to a host`,
		"https://example.com:0":            `"example.com" has no port between 1 and 65535 (policy.toml:2)`,
		"http://exam ple.com":              `"http://exam ple.com" is not a URL that leads to a host`,
		"/etc/passwd":                      "etc:443 is not in network.allow (policy.toml:2)", // https:///etc/passwd is https://etc/passwd
		"":                                 `"" is not a URL that leads to a host`,
	} {
		d := n.URL(url)
		if got := d.String(); got != want || d.Allowed != (want == "") {
			t.Errorf("%q: allowed %v, %s\nwant %s", url, d.Allowed, got, want)
		}
	}
	n.DataURLs, n.DataLine = false, "policy.toml:3"
	for _, url := range []string{"data:,x", "DATA:text/html,x", "da\nta:,x", " data:,x"} {
		if d := n.URL(url); d.Allowed || d.String() != "network.data_urls is off (policy.toml:3)" {
			t.Errorf("%q: %+v", url, d)
		}
	}
}

// What we allow leads where we think it leads: to the host that the upstream's
// own code, run with the URL implementation of Node.js, navigates to.
func TestURLAsUpstream(t *testing.T) {
	t.Parallel()
	const program = `
const list = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(list.map(url => {
  try { new URL(url) } catch (e) { url = (url.startsWith("localhost") ? "http://" : "https://") + url }
  try { url = new URL(url).toString() } catch (e) { }
  if (url.startsWith("localhost") || url.startsWith("127.0.0.1")) url = "http://" + url;
  try { const u = new URL(url); return u.protocol + u.hostname + ":" + u.port } catch { return "refused" }
})));`
	var urls []string
	for _, host := range spellings {
		if strings.Contains(host, "\xff") {
			continue // no JSON text can carry it
		}
		for _, form := range []string{"http://HOST", "https:HOST:8443/x", "HOST", "HOST:81", " ht\ttp:/\\HOST?x", "https://a:b@HOST#", "x@HOST", "localhost:1@HOST", "localhostHOST:5", "127.0.0.1HOST"} {
			urls = append(urls, strings.ReplaceAll(form, "HOST", host))
		}
	}
	ask := exec.Command(node(t), "-e", program)
	in, _ := json.Marshal(urls)
	ask.Stdin = strings.NewReader(string(in))
	out, err := ask.Output()
	if err != nil {
		t.Fatal(err)
	}
	var answers []string
	if err := json.Unmarshal(out, &answers); err != nil {
		t.Fatal(err)
	}
	same := 0
	for i, raw := range urls {
		u, err := ParseURL(raw)
		if err != nil || u.Host == "" {
			continue // refusing more than the upstream is safe; the table above has what must pass
		}
		protocol, rest, _ := strings.Cut(answers[i], ":")
		host, port, _ := net.SplitHostPort(rest)
		if port == "" {
			port = map[string]string{"http": "80", "https": "443"}[protocol]
		}
		if protocol != u.Scheme || canonical(host) != canonical(u.Host) || port != strconv.Itoa(u.Port) {
			t.Errorf("%q: we say %+v, the upstream goes to %s", raw, u, answers[i])
		}
		same++
	}
	t.Logf("%d of %d URLs lead somewhere", same, len(urls))
	if same < len(urls)/3 {
		t.Error("too few of the URLs lead anywhere for this comparison to mean something")
	}
}
