package policy

import "strings"

// LoginRules say what a save of the login state keeps.
type LoginRules struct {
	Domains []string // canonical; empty: everything
	Line    string
}

// Keeps says whether a save keeps what belongs to a host: a cookie's domain,
// with or without the dot in front, or an origin's host. A domain stands for
// itself and for what lies below it, as it does in a cookie (RFC 6265, section
// 5.1.3).
func (l LoginRules) Keeps(host string) bool {
	if len(l.Domains) == 0 {
		return true
	}
	name, ip, err := CanonicalHost(strings.TrimPrefix(host, "."))
	if err != nil {
		return false
	}
	if ip.IsValid() {
		name = ip.String()
	}
	for _, domain := range l.Domains {
		if name == domain || (!ip.IsValid() && strings.HasSuffix(name, "."+domain)) {
			return true
		}
	}
	return false
}

func (l *LoginRules) read(t *table) error {
	list, line, given, err := t.takeStrings("domains")
	if err != nil || !given {
		return err
	}
	l.Line = place(FileName, line)
	patterns, why := parsePatterns(list)
	if why != "" {
		return refuse(FileName, line, "login.domains %s", why)
	}
	for _, p := range patterns {
		switch {
		case p.port != 0:
			return refuse(FileName, line, "login.domains: %s has a port, which a login state does not know", quote(p.text))
		case p.kind == exactName:
			l.Domains = append(l.Domains, p.name)
		case p.kind == oneAddress:
			l.Domains = append(l.Domains, p.prefix.Addr().String())
		case p.kind == subdomains:
			return refuse(FileName, line, "login.domains: write %s, which stands for what lies below it too", quote(p.name))
		default:
			return refuse(FileName, line, "login.domains: %s is not a domain; an empty list keeps all", quote(p.text))
		}
	}
	return nil
}
