package policy

import (
	"encoding/json"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// spellings are hosts as pages, models and attackers write them.
var spellings = []string{
	"example.com", "EXAMPLE.com", "example.com.", "exa%6Dple.com", "example%2ecom", "ex%00ample.com", "exa mple.com",
	"a_b.example", "-a-.example", "r3---sn-apo3qvuoxuxbt-j5pe.example", "a..b", ".a", "a.", "..", ".", "a.-", "xn--", "xn--a", "xn--a.example",
	"bücher.example", "BÜCHER.example", "xn--bcher-kva.example", "xn--BCHER-KVA.example", "b\u00fccher\u3002example", "bu\u0308cher.example",
	"faß.de", "strasse.de", "ＧＯ.com", "go\u00ad.com", "a\u200db.com", "a\u200cb.com", "☃.net", "日本語.jp", "أهلا.com", "\u05d0a.com", "ⓔⓧⓐⓜⓟⓛⓔ.com",
	"127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "0x7f.1", "0X7F.0x0.0.0x1", "2130706433", "0x7f000001", "017700000001", "0177.0.0.1", "0177.0.0.01",
	"127.0.0.08", "127.0.0.0x", "127.0.0.0xg", "1.2.3.4.5", "256.0.0.1", "1.256.0.1", "1.2.3.256", "4294967295", "4294967296", "1.16777216", "1.2.65535", "1.2.65536",
	"0", "0x", "0.", "0x.0x.0", "1..2", "1.2.3.4..", "09", "a.09", "a.0x1", "a.0xg", "0xffffffffff", "99999999999999999999", "①②⑦.⓪.⓪.①", "１２７.０.０.１", "127。0。0。1", "%31%32%37.1", "0x7f.%31",
	"[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::FFFF:7F00:1]", "[::127.0.0.1]", "[fe80::1%eth0]", "[fe80::1%25eth0]", "[::1", "::1]", "[]",
	"[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7::]", "[1::2::3]", "[::00001]", "[::0001]", "[1:2:3:4:5:6:7]", "[::1.2.3]", "[::1.2.3.256]", "[::01.2.3.4]", "[64:ff9b::127.0.0.1]", "[2002:7f00:1::]",
	"localhost", "LOCALHOST.", "foo.localhost", "ｌｏｃａｌｈｏｓｔ", "metadata.google.internal", "169.254.169.254", "0xA9FEA9FE", "[fd00:ec2::254]", "[::ffff:a9fe:a9fe]",
	"", "%", "%zz", "a%", "a#b", "a/b", "a\\b", "a@b", "a:b", "a?b", "a<b", "a|b", "a^b", "a\tb", "a\x7fb", "\xff.com", "%ff.com", "%ef%bc%8e.com", "a%2fb", "a%40b", "a b.com",
}

// canonical is what CanonicalHost makes of a host, as new URL() would print it.
func canonical(host string) string {
	name, ip, err := CanonicalHost(host)
	switch {
	case err != nil:
		return "refused"
	case ip.Is6():
		return "[" + ip.String() + "]"
	case ip.IsValid():
		return ip.String()
	default:
		return name
	}
}

// SN-080: what we take a host for is what a browser takes it for. The judge is
// the WHATWG URL implementation of Node.js.
func TestHostAsWHATWG(t *testing.T) {
	t.Parallel()
	const program = `
const list = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(list.map(h => { try { return new URL("http://" + h + "/").hostname } catch { return "refused" } })));`
	ask := exec.Command(node(t), "-e", program)
	var hosts []string
	for _, host := range spellings {
		if !strings.ContainsAny(host, "/\\?#@\t") && utf8.ValidString(host) && host != "a:b" { // these end a host or are stripped before: url_test.go
			hosts = append(hosts, host)
		}
	}
	in, _ := json.Marshal(hosts)
	ask.Stdin = strings.NewReader(string(in))
	out, err := ask.Output()
	if err != nil {
		t.Fatal(err)
	}
	var answers []string
	if err := json.Unmarshal(out, &answers); err != nil {
		t.Fatal(err)
	}
	for i, host := range hosts {
		want := strings.TrimSuffix(answers[i], ".")
		if ip, err := netip.ParseAddr(strings.Trim(want, "[]")); err == nil && ip.Is4In6() {
			want = ip.Unmap().String() // the same place, and we say so
		}
		got := canonical(host)
		if got == "refused" && narrower(host, answers[i]) {
			continue
		}
		if got != want {
			t.Errorf("%q: we say %s, the URL standard says %s", host, got, want)
		}
	}
}

// narrower lists what we refuse though a browser would ask a name server for it.
func narrower(host, whatwg string) bool {
	if strings.Contains(whatwg, "..") || strings.HasPrefix(whatwg, ".") || whatwg == "" {
		return true // empty labels
	}
	return strings.HasPrefix(strings.ToLower(host), "xn--") // a label that decodes to nothing valid
}

// node is the program that judges; where it is missing the test is skipped, but
// not in CI.
func node(t testing.TB) string {
	t.Helper()
	pinned := filepath.Join(os.Getenv("CONFIG_LOCAL_DIR"), "connectors", "browser", "bin", "node", "bin", "node")
	if _, err := os.Stat(pinned); err == nil {
		return pinned
	}
	path, err := exec.LookPath("node")
	if err == nil {
		return path
	}
	if os.Getenv("CI") != "" {
		t.Fatal("no Node.js to compare with")
	}
	t.Skip("no Node.js to compare with; run connector-browser install, or put node into PATH")
	return ""
}

// What may never depend on a comparison: the spellings of loopback and of the
// metadata service are seen through.
func TestHostSpellings(t *testing.T) {
	t.Parallel()
	for want, hosts := range map[string][]string{
		"127.0.0.1": {"0x7f.1", "2130706433", "0177.0.0.1", "127.1", "127.0.0.1.", "[::ffff:127.0.0.1]", "::ffff:127.0.0.1",
			"１２７.０.０.１", "127。0。0。1", "%31%32%37.1", "0x7f000001", "[::ffff:7f00:1]"},
		"169.254.169.254":       {"0xA9FEA9FE", "2852039166", "169.254.43518", "[::ffff:a9fe:a9fe]", "0251.0376.0251.0376"},
		"[::1]":                 {"::1", "[0:0:0:0:0:0:0:1]", "[::0.0.0.1]"},
		"xn--bcher-kva.example": {"bücher.example", "BÜCHER.EXAMPLE.", "xn--BCHER-kva.example", "bu\u0308cher.example", "bücher。example"},
		"localhost":             {"LOCALHOST", "localhost.", "ｌｏｃａｌｈｏｓｔ", "loc%61lhost"},
		"refused": {"", ".", "a..b", "[::1", "[fe80::1%eth0]", "fe80::1%eth0", "1.2.3.4.5", "a b", "a/b", "\xff.com", strings.Repeat("a", 64) + ".com",
			strings.Repeat("abcdefgh.", 30) + "com", strings.Repeat("1", 2000), "a\x00.com", "example.com:80"},
	} {
		for _, host := range hosts {
			if got := canonical(host); got != want {
				t.Errorf("%q is %s, want %s", host, got, want)
			}
		}
	}
}
