package demo

import (
	"os"
	"strconv"
	"strings"
)

// commandLines gives the command line of every process by its number. One
// that ends while it is looked at is left out.
func commandLines() (map[int]string, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	all := map[int]string{}
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil {
			if command := commandLine(pid); command != "" {
				all[pid] = command
			}
		}
	}
	return all, nil
}

func commandLine(pid int) string {
	raw, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(strings.ReplaceAll(string(raw), "\x00", " "))
}
