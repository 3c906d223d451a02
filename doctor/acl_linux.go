package doctor

import "golang.org/x/sys/unix"

// hasACL reports whether the file system keeps more rights for a path than its
// mode shows, for itself or for what is made in it (acl(5)). A list that says
// only what the mode says is not kept.
func hasACL(path string) bool {
	for _, name := range []string{"system.posix_acl_access", "system.posix_acl_default"} {
		if n, err := unix.Getxattr(path, name, nil); err == nil && n > 0 {
			return true
		}
	}
	return false
}
