package sandbox

import (
	"fmt"
	"path/filepath"
	"strings"
)

// seatbeltProfile writes the walls as a profile for macOS' sandbox-exec. It
// has been read and compiled, never run: see KNOWN-LIMITS.md.
//
// The language is the one of /System/Library/Sandbox/Profiles; Apple calls it
// private and ships its own programs with it. Later rules win over earlier
// ones, so refusals of the whole come first. What is unlike Linux: there are
// no namespaces, so processes of the same person can be seen (signals and
// debugging are refused), the one way out is a port of the machine and not of
// the launch, and Chromium cannot put its own sandbox inside this one, because
// a process in a Seatbelt sandbox may not start another.
func seatbeltProfile(w Walls) string {
	var p profile
	p.line("(version 1)")
	p.line("(deny default)")
	p.line("; what every program does at its start")
	p.line(`(import "system.sb")`)
	p.line("(allow process-fork)")
	p.line("(allow process-info* (target same-sandbox))")
	p.line("(allow signal (target same-sandbox))")
	p.line("(allow sysctl-read)")
	p.line(`(allow file-read* (literal "/"))`)

	p.line("; the system's own programs, libraries and fonts")
	p.paths("(allow file-read* file-map-executable process-exec", seatbeltSystem)
	p.line("; what this launch may see")
	p.paths("(allow file-read* file-map-executable process-exec", w.ReadOnly)
	p.line("; the names on the way there, and nothing beside them")
	p.ancestors(append([]string{w.Dir, "/private/tmp", "/private/var", "/private/etc"}, w.ReadOnly...))
	p.line("; the launch directory, the one place to write; nothing there is a program")
	p.paths("(allow file-read* file-write*", []string{w.Dir})
	p.paths("(deny process-exec file-map-executable", []string{w.Dir})
	p.line(`(allow file-read* file-write-data (literal "/dev/null") (literal "/dev/zero"))`)
	p.line(`(allow file-read* (literal "/dev/random") (literal "/dev/urandom"))`)

	p.line("; the one way out")
	p.line(fmt.Sprintf(`(allow network-outbound (remote tcp "localhost:%d"))`, ProxyPort))
	p.line("; sockets between the program and the browser, in the launch directory")
	p.paths("(allow network-bind network-outbound", []string{w.Dir})

	p.line("; what the browser's processes find each other by")
	p.line(`(allow mach-register mach-lookup`)
	p.line(`  (global-name-regex #"^com\.google\.chrome\.for\.testing\.MachPortRendezvousServer\.[0-9]+$")`)
	p.line(`  (global-name-regex #"^org\.chromium\..*"))`)
	p.line("(allow mach-lookup")
	for _, service := range seatbeltServices {
		p.line("  (global-name " + quote(service) + ")")
	}
	p.line(")")
	p.line("(allow iokit-open)")
	p.line("(allow ipc-posix-shm)")
	p.line("(allow user-preference-read)")
	return p.String()
}

// seatbeltSystem is all of the machine that every launch sees.
var seatbeltSystem = []string{
	"/System", "/usr/lib", "/usr/share", "/usr/bin", "/bin",
	"/Library/Fonts", "/Library/Apple", "/private/var/db/timezone",
	"/private/etc/ssl", "/private/var/db/dyld",
}

// seatbeltServices are those without which a browser draws nothing. The
// clipboard, the keychain and the Apple event services are not among them.
var seatbeltServices = []string{
	"com.apple.CoreServices.coreservicesd",
	"com.apple.fonts", "com.apple.FontObjectsServer",
	"com.apple.system.notification_center",
	"com.apple.system.opendirectoryd.libinfo",
	"com.apple.windowserver.active",
	"com.apple.SystemConfiguration.configd",
	"com.apple.lsd.mapdb",
}

// profile is the text as it grows.
type profile struct{ strings.Builder }

func (p *profile) line(s string) { p.WriteString(s + "\n") }

// paths writes one rule over a list of paths, each a folder with all below it
// or one file. macOS reaches /tmp, /var and /etc through links, and rules
// hold for the place behind them, so both are named.
func (p *profile) paths(rule string, paths []string) {
	if len(paths) == 0 {
		return
	}
	p.WriteString(rule)
	for _, path := range paths {
		p.WriteString("\n  (subpath " + quote(path) + ")")
		if real, err := filepath.EvalSymlinks(path); err == nil && real != path {
			p.WriteString("\n  (subpath " + quote(real) + ")")
		}
	}
	p.line(")")
}

// ancestors lets the folders above the paths be passed through, not listed.
func (p *profile) ancestors(paths []string) {
	seen := map[string]bool{}
	p.WriteString("(allow file-read-metadata")
	for _, path := range paths {
		for dir := path; dir != "/" && !seen[dir]; dir = filepath.Dir(dir) {
			seen[dir] = true
			p.WriteString("\n  (literal " + quote(dir) + ")")
		}
	}
	p.line(")")
}

// quote writes a string of the profile language: a path must not be able to
// end it and go on with a rule of its own.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
