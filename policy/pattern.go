package policy

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

type patternKind int

const (
	everything patternKind = iota // *
	exactName                     // example.com
	subdomains                    // *.example.com
	oneAddress                    // 127.0.0.1, [::1]
	prefix                        // 10.1.0.0/16
)

// A Pattern names hosts: "*", "example.com", "*.example.com", an address, or a
// CIDR; all but the last may end in ":port". Without a port it stands for the
// default ports of http and https. Names are compared in their ASCII form
// (UTS #46), so that both spellings of an international one are the same.
type Pattern struct {
	text   string
	kind   patternKind
	name   string // of exactName and subdomains
	prefix netip.Prefix
	port   int // 0: 80 and 443
}

// String is the pattern as it was written.
func (p Pattern) String() string { return p.text }

// ParsePattern reads a pattern. The error is half a sentence that quotes the
// pattern and says how to write what was probably meant.
func ParsePattern(text string) (Pattern, error) {
	p := Pattern{text: text}
	if fix := looksLikeURL(text); fix != "" {
		return p, wrongPattern(text, fix)
	}
	if strings.Contains(text, "/") {
		return parsePrefix(text)
	}
	host, port, err := splitPort(text)
	if err != nil {
		return p, err
	}
	p.port = port

	if host == "*" {
		p.kind = everything
		return p, nil
	}
	domain, wild := strings.CutPrefix(host, "*.")
	if bare, ok := strings.CutPrefix(host, "."); ok {
		return p, wrongPattern(text, "*."+bare)
	}
	if strings.ContainsAny(domain, "*%") || domain == "" {
		return p, wrongPattern(text, "*.example.com")
	}
	name, ip, err := CanonicalHost(domain)
	switch {
	case err != nil:
		return p, fmt.Errorf("%s is not a host pattern: %w", quote(text), err)
	case name == "" && wild:
		return p, wrongPattern(text, ip.String())
	case name == "":
		return parseAddress(p, domain, ip)
	case wild:
		p.kind, p.name = subdomains, name
	default:
		p.kind, p.name = exactName, name
	}
	if strings.HasSuffix(name, ".localhost") {
		return p, fmt.Errorf("%s is loopback, which only localhost or the address itself opens", quote(text))
	}
	return p, nil
}

// parseAddress wants an address in its plain spelling, so that a reader of the
// policy sees what it opens.
func parseAddress(p Pattern, written string, ip netip.Addr) (Pattern, error) {
	plain := ip.String()
	if strings.Trim(written, "[]") != plain {
		if p.port != 0 {
			plain = net.JoinHostPort(plain, strconv.Itoa(p.port))
		}
		return p, wrongPattern(p.text, plain)
	}
	p.kind, p.prefix = oneAddress, netip.PrefixFrom(ip, ip.BitLen())
	return p, nil
}

func parsePrefix(text string) (Pattern, error) {
	p := Pattern{text: text, kind: prefix}
	cidr, err := netip.ParsePrefix(text)
	switch {
	case err != nil:
		return p, fmt.Errorf("%s is not a CIDR like 10.1.0.0/16, which takes no port", quote(text))
	case cidr.Addr().Is4In6():
		return p, fmt.Errorf("%s wraps IPv4; write it in IPv4", quote(text))
	case cidr != cidr.Masked():
		return p, wrongPattern(text, cidr.Masked().String())
	}
	p.prefix = cidr
	return p, nil
}

// splitPort takes ":port" off a pattern. A bare IPv6 address has none.
func splitPort(text string) (host string, port int, err error) {
	if strings.Count(text, ":") == 0 || (strings.Count(text, ":") > 1 && !strings.Contains(text, "]:")) {
		return text, 0, nil
	}
	at := strings.LastIndexByte(text, ':')
	n, err := strconv.ParseUint(text[at+1:], 10, 16)
	if err != nil || n == 0 || text[at+1] == '0' {
		return "", 0, fmt.Errorf("%s has no port between 1 and 65535 behind the colon", quote(text))
	}
	return text[:at], int(n), nil
}

// looksLikeURL says how to write the host of something that came with a scheme
// or a path; "" for what did not.
func looksLikeURL(text string) string {
	_, rest, found := strings.Cut(text, "://")
	if !found {
		return ""
	}
	if at := strings.IndexAny(rest, "/?#"); at >= 0 {
		rest = rest[:at]
	}
	if rest == "" {
		return "example.com"
	}
	return rest
}

func wrongPattern(text, fix string) error {
	return fmt.Errorf("%s is not a host pattern; write %s", quote(text), quote(fix))
}

// Covers says whether the pattern stands for a host at a port. A host that
// cannot be one is covered by none.
func (p Pattern) Covers(host string, port int) bool {
	t, err := parseTarget(host, port)
	return err == nil && p.covers(t)
}

func (p Pattern) covers(t target) bool { return p.coversHost(t) && p.coversPort(t.port) }

func (p Pattern) coversPort(port int) bool {
	if p.port == 0 {
		return port == 80 || port == 443
	}
	return p.port == port
}

func (p Pattern) coversHost(t target) bool {
	switch p.kind {
	case everything:
		return true
	case exactName:
		return t.name == p.name
	case subdomains:
		return t.name != "" && strings.HasSuffix(t.name, "."+p.name)
	default:
		return t.ip.IsValid() && p.prefix.Contains(t.ip)
	}
}

// same says whether two patterns stand for the same hosts.
func (p Pattern) same(q Pattern) bool { p.text, q.text = "", ""; return p == q }

// parsePatterns reads a list of patterns; why says what is wrong with it.
func parsePatterns(list []string) (patterns []Pattern, why string) {
	for _, text := range list {
		p, err := ParsePattern(text)
		if err != nil {
			return nil, "has a bad pattern: " + err.Error()
		}
		if slices.ContainsFunc(patterns, p.same) {
			return nil, "names " + quote(text) + " twice"
		}
		patterns = append(patterns, p)
	}
	return patterns, ""
}
