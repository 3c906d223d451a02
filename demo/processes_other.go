//go:build !linux

package demo

import (
	"os/exec"
	"strconv"
	"strings"
)

// commandLines gives the command line of every process by its number.
func commandLines() (map[int]string, error) {
	out, err := exec.Command("ps", "-axww", "-o", "pid=,command=").Output()
	if err != nil {
		return nil, err
	}
	all := map[int]string{}
	for line := range strings.Lines(string(out)) {
		number, command, _ := strings.Cut(strings.TrimSpace(line), " ")
		if pid, err := strconv.Atoi(number); err == nil {
			all[pid] = strings.TrimSpace(command)
		}
	}
	return all, nil
}

func commandLine(pid int) string {
	all, _ := commandLines()
	return all[pid]
}
