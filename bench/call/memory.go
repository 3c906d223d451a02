package main

import (
	"fmt"
	"os"
	"strings"
)

// peakMemory is the most that a process ever held, in MB, where the system
// tells (Linux: VmHWM).
func peakMemory(pid int) (mb float64, ok bool) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(status)) {
		if rest, found := strings.CutPrefix(line, "VmHWM:"); found {
			var kb float64
			_, err := fmt.Sscanf(strings.TrimSpace(rest), "%f kB", &kb)
			return kb / 1024, err == nil
		}
	}
	return 0, false
}
