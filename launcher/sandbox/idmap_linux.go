package sandbox

import (
	"bufio"
	"fmt"
	"os"
)

// idMap is what /proc/PID/uid_map says: ranges of ids that exist here.
type idMap []struct{ inside, outside, size int }

func readIDMap(path string) (idMap, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, &Error{Wall: "user namespace", Reason: "/proc is not mounted here", Cure: "mount it", Err: err}
	}
	defer f.Close()
	var m idMap
	for lines := bufio.NewScanner(f); lines.Scan(); {
		m = append(m, struct{ inside, outside, size int }{})
		last := &m[len(m)-1]
		if _, err := fmt.Sscan(lines.Text(), &last.inside, &last.outside, &last.size); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return m, nil
}

func (m idMap) has(id int) bool {
	for _, r := range m {
		if id >= r.inside && id-r.inside < r.size {
			return true
		}
	}
	return false
}

// global says whether this is the first user namespace, where 0 is the kernel's root.
func (m idMap) global() bool {
	return len(m) == 1 && m[0].inside == 0 && m[0].outside == 0 && m[0].size == 1<<32-1
}
