package doctor

import "golang.org/x/sys/unix"

// space is what a file system has left for an ordinary user.
type space struct {
	bytes, files uint64
	counts       bool // files are counted: not every file system does
}

func spaceAt(path string) (space, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(path, &st); err != nil {
		return space{}, err
	}
	return space{bytes: uint64(st.Bavail) * uint64(st.Bsize), files: uint64(st.Ffree), counts: st.Files > 0}, nil
}
