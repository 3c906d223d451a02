package sandbox

// systemPaths is all of the host that every launch sees, read-only: programs,
// libraries, fonts, certificates and the time zone. What a distribution does
// not have is left out. Nothing that is written by hand or holds a secret may
// ever be added: /etc/ssl/private is why /etc/ssl is not here as a whole.
var systemPaths = []string{
	"/bin",
	"/etc/alternatives",
	"/etc/ca-certificates",
	"/etc/crypto-policies",
	"/etc/fonts",
	"/etc/ld.so.cache",
	"/etc/ld.so.conf",
	"/etc/ld.so.conf.d",
	"/etc/localtime",
	"/etc/pki/ca-trust",
	"/etc/pki/tls/cert.pem",
	"/etc/pki/tls/certs",
	"/etc/pki/tls/openssl.cnf",
	"/etc/ssl/cert.pem",
	"/etc/ssl/certs",
	"/etc/ssl/openssl.cnf",
	"/etc/static", // NixOS: a link that those of /etc lead through
	"/etc/timezone",
	"/lib",
	"/lib32",
	"/lib64",
	"/libx32",
	"/nix/store", // NixOS and Nix: where every library is
	"/usr",
	"/var/lib/ca-certificates", // openSUSE: where /etc/ssl/certs leads
}

// devices is all of /dev that has hardware or a kernel service behind it. No
// terminal is among them: a bound /dev/tty would let the program write to the
// person's screen past everything that is withheld.
var devices = []string{"/dev/full", "/dev/null", "/dev/random", "/dev/urandom", "/dev/zero"}

// written is the rest of /etc: no line of the host's own files.
func written(w Walls) map[string]string {
	return map[string]string{
		"/etc/passwd":        "browser:x:1000:1000::" + w.Dir + ":/bin/false\nnobody:x:65534:65534::/:/bin/false\n",
		"/etc/group":         "browser:x:1000:\nnogroup:x:65534:\n",
		"/etc/hosts":         "127.0.0.1 localhost\n::1 localhost\n127.0.0.1 " + w.Hostname + "\n",
		"/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
		"/etc/resolv.conf":   "# names are looked up by the egress proxy, outside\n",
	}
}
