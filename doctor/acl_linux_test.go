package doctor

import (
	"encoding/binary"
	"errors"
	"testing"

	"golang.org/x/sys/unix"
)

// An access control list says more than the mode shows.
func TestAccessControlList(t *testing.T) {
	t.Parallel()
	conf, dir := scratch(t)
	for _, c := range []struct{ path, probe string }{{conf, "configuration"}, {dir.Path(), "directory"}} {
		err := unix.Setxattr(c.path, "system.posix_acl_access", oneMoreUser(), 0)
		if errors.Is(err, unix.ENOTSUP) {
			t.Skip("this file system has no lists")
		}
		must(t, err)
		must(t, unix.Chmod(c.path, 0o700)) // the mask goes, the list stays
		names := []string{"configuration", "directory"}
		if c.probe == "configuration" {
			names = names[:1]
		}
		look(t, newDoctor(t, conf), names...).want(t, Warning, "has an access control list", "^setfacl -b /")
	}
}

// oneMoreUser is a list in the form of linux/posix_acl_xattr.h: a version, then
// entries of tag, rights and id.
func oneMoreUser() []byte {
	const (
		userObj, user, groupObj, mask, other = 0x01, 0x02, 0x04, 0x10, 0x20
		nobody                               = 0xffffffff
	)
	list := binary.LittleEndian.AppendUint32(nil, 2)
	for _, e := range []struct {
		tag, rights uint16
		id          uint32
	}{{userObj, 7, nobody}, {user, 5, 12345}, {groupObj, 0, nobody}, {mask, 5, nobody}, {other, 0, nobody}} {
		list = binary.LittleEndian.AppendUint16(list, e.tag)
		list = binary.LittleEndian.AppendUint16(list, e.rights)
		list = binary.LittleEndian.AppendUint32(list, e.id)
	}
	return list
}
