package policy

import (
	"fmt"
	"strings"
)

// A Setting is one line of what is in force.
type Setting struct {
	Name   string `json:"name"`   // "network.allow"
	Value  string `json:"value"`  // for a person
	Source string `json:"source"` // "policy.toml:12" or "default"
}

// Settings is everything in force, in the order of the file.
func (p *Policy) Settings() []Setting {
	return []Setting{
		setting("surface", p.Surface, p.SurfaceLine),
		setting("tools.allow", words(p.Tools.allow, "none"), p.Tools.allowLine),
		setting("tools.deny", words(p.Tools.deny, "none"), p.Tools.denyLine),
		setting("tools.confirm", words(p.Tools.confirms, "none"), p.Tools.confirmLine),
		setting("network.allow", words(texts(p.Network.Allow), "no host"), p.Network.AllowLine),
		setting("network.deny", words(texts(p.Network.Deny), "none"), p.Network.DenyLine),
		setting("network.data_urls", fmt.Sprint(p.Network.DataURLs), p.Network.DataLine),
		setting("files.read", words(p.Files.Read, "no folder"), p.Files.ReadLine),
		setting("files.keep", words(nonEmpty(p.Files.Keep), "nowhere"), p.Files.KeepLine),
		setting("login.domains", words(p.Login.Domains, "all"), p.Login.Line),
		setting("limits.call_seconds", fmt.Sprint(int(p.Limits.Call.Seconds())), p.Limits.CallLine),
	}
}

func setting(name, value, line string) Setting {
	if line == "" {
		line = "default"
	}
	return Setting{name, value, line}
}

func words(list []string, none string) string {
	if len(list) == 0 {
		return none
	}
	return strings.Join(list, ", ")
}

func texts(patterns []Pattern) []string {
	var list []string
	for _, p := range patterns {
		list = append(list, p.String())
	}
	return list
}

func nonEmpty(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}
