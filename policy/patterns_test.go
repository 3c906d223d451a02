package policy

import (
	"strings"
	"testing"
)

// What is not a pattern, and how to write what was meant.
func TestPatternRefuses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"https://example.com/x":  `write "example.com"`,
		"https://example.com:80": `write "example.com:80"`,
		"https://":               `write "example.com"`,
		".example.com":           `write "*.example.com"`,
		"*example.com":           `write "*.example.com"`,
		"example.*":              `write "*.example.com"`,
		"*.*.example.com":        `write "*.example.com"`,
		"exa%6Dple.com":          `write "*.example.com"`,
		"":                       `write "*.example.com"`,
		":80":                    `write "*.example.com"`,
		"*.10.0.0.1":             `write "10.0.0.1"`,
		"0x7f.1:80":              `write "127.0.0.1:80"`,
		"2130706433":             `write "127.0.0.1"`,
		"[::ffff:10.0.0.1]:80":   `write "10.0.0.1:80"`,
		"[0:0::1]:80":            `write "[::1]:80"`,
		"10.1.0.5/16":            `write "10.1.0.0/16"`,
		"10.0.0.0/33":            `is not a CIDR like 10.1.0.0/16, which takes no port`,
		"10.0.0.0/8:80":          `is not a CIDR like 10.1.0.0/16, which takes no port`,
		"example.com/path":       `is not a CIDR like 10.1.0.0/16, which takes no port`,
		"::ffff:10.0.0.0/104":    `wraps IPv4; write it in IPv4`,
		"example.com:":           `has no port between 1 and 65535 behind the colon`,
		"example.com:0":          `has no port between 1 and 65535 behind the colon`,
		"example.com:080":        `has no port between 1 and 65535 behind the colon`,
		"example.com:65536":      `has no port between 1 and 65535 behind the colon`,
		"example.com:http":       `has no port between 1 and 65535 behind the colon`,
		"exa mple.com":           `is not a host pattern: not a host name`,
		"a..b":                   `is not a host pattern: not a host name`,
		"fe80::1%eth0":           `write "*.example.com"`,
		"app.localhost:3000":     `is loopback, which only localhost or the address itself opens`,
		"0.0.0.0":                `is not an address of one host; nothing opens it`,
		"224.0.0.0/4":            `is not an address of one host; nothing opens it`,
		"127.0.0.0/8":            `is a loopback address; only localhost or the address itself in network.allow opens it`,
		"169.254.169.254/32":     `is a cloud metadata address; only the address itself in network.allow opens it`,
		"fe80::/10":              `is a link-local address; only the address itself in network.allow opens it`,
		strings.Repeat("a", 300): `longer than a host name may be`,
	} {
		got := refused(t, FileName, "[network]\nallow = ['"+text+"']")
		if !strings.HasPrefix(got, "policy.toml:2: network.allow has a bad pattern: ") || !strings.HasSuffix(got, want) {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
	// Denying what nothing opens is a person being careful.
	network(t, all, `["127.0.0.0/8", "169.254.0.0/16", "0.0.0.0", "224.0.0.0/4"]`)
}

// Secrets' hosts follow the same patterns (DESIGN 4.4).
func TestPatternCovers(t *testing.T) {
	t.Parallel()
	p, err := ParsePattern("*.example.com")
	if err != nil || p.String() != "*.example.com" || !p.Covers("a.example.com", 443) || p.Covers("example.com", 443) || p.Covers("a.example.com", 22) || p.Covers("\x00", 443) {
		t.Errorf("%v %v", p, err)
	}
}
