package pins

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A manifest is the list of everything that a tree holds, one line each,
// sorted by name: kind, mode, size, sha256, name and link target, separated by
// tabs, "-" where a column has no meaning. Only what is compared by content
// carries a sha256 (CB-016). Its own sha256 stands in the lock as "tree".
type manifest []item

type item struct {
	kind   kind
	mode   uint32 // 0755 or 0644; 0 of a link, whose mode means nothing
	size   int64  // of a file
	sha256 string // "" where the content is not compared
	name   string // slashes, below the destination
	target string // of a link
}

// itemMode is the mode that everything is unpacked with, whatever the umask:
// readable for the child, which may run under another user id than ours.
func itemMode(k kind, exec bool) uint32 {
	switch {
	case k == link:
		return 0
	case k == dir || exec:
		return 0o755
	}
	return 0o644
}

func (m manifest) encode() []byte {
	var b strings.Builder
	for _, i := range m {
		mode, size, sum, target := "-", "-", "-", ""
		if i.kind != link {
			mode = fmt.Sprintf("%04o", i.mode)
		}
		if i.kind == file {
			size = strconv.FormatInt(i.size, 10)
		}
		if i.sha256 != "" {
			sum = i.sha256
		}
		if i.kind == link {
			target = "\t" + i.target
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%s%s\n", i.kind, mode, size, sum, i.name, target)
	}
	return []byte(b.String())
}

// digest is the manifest's sha256.
func (m manifest) digest() string { return hashBytes(m.encode()) }

var errManifest = errors.New("it is no list of a tree's files")

// parseManifest reads what encode wrote, and nothing else: the result encodes
// to the same bytes again.
func parseManifest(data []byte) (manifest, error) {
	var m manifest
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) < 5 || checkName(f[4]) != nil {
			return nil, errManifest
		}
		i := item{kind: kind(f[0]), name: f[4]}
		if i.kind == link && len(f) == 6 {
			i.target = f[5]
		}
		if i.kind != link {
			mode, err := strconv.ParseUint(f[1], 8, 12)
			if err != nil {
				return nil, errManifest
			}
			i.mode = uint32(mode)
		}
		if i.kind == file {
			var err error
			if i.size, err = strconv.ParseInt(f[2], 10, 64); err != nil {
				return nil, errManifest
			}
		}
		if f[3] != "-" {
			i.sha256 = f[3]
		}
		m = append(m, i)
	}
	if !slices.IsSortedFunc(m, func(a, b item) int { return strings.Compare(a.name, b.name) }) || string(m.encode()) != string(data) {
		return nil, errManifest
	}
	return m, nil
}

func (m manifest) sort() {
	slices.SortFunc(m, func(a, b item) int { return strings.Compare(a.name, b.name) })
}

// content gives the items that are compared by content.
func (m manifest) content() []item {
	var list []item
	for _, i := range m {
		if i.sha256 != "" {
			list = append(list, i)
		}
	}
	return list
}
