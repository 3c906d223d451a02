package sandbox

import "fmt"

// AppArmorProfile is the text for /etc/apparmor.d/connector-browser that
// grants user namespaces to the program at path and confines it in nothing:
// what Ubuntu 23.10 and later want before an ordinary user may build the
// walls. After writing it: sudo apparmor_parser -r FILE.
//
// https://ubuntu.com/blog/ubuntu-23-10-restricted-unprivileged-user-namespaces
func AppArmorProfile(path string) string {
	return fmt.Sprintf(`abi <abi/4.0>,
include <tunables/global>

profile connector-browser %q flags=(unconfined) {
  userns,
}
`, path)
}
