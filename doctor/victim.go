package doctor

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// victim is this process as the canary could find it.
type victim struct {
	PID   int    `json:"pid"`
	Name  string `json:"name"`
	Start string `json:"start"` // in clock ticks since the machine's start
}

// thisProcess reads what /proc says of it (proc_pid_stat(5)): fields are counted
// from behind the name, which may hold anything.
func thisProcess() (victim, error) {
	v := victim{PID: os.Getpid()}
	if runtime.GOOS != "linux" {
		return v, nil // there is no /proc to look in
	}
	text, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return v, err
	}
	_, behind, _ := strings.Cut(string(text), "(")
	end := strings.LastIndex(behind, ")")
	if end < 0 {
		return v, errors.New("/proc/self/stat has another form than proc(5) says")
	}
	fields := strings.Fields(behind[end+1:])
	if len(fields) < 20 {
		return v, errors.New("/proc/self/stat has another form than proc(5) says")
	}
	v.Name, v.Start = behind[:end], fields[19]
	return v, nil
}

// handlePaths are the handles that are there. The canary may try to open them
// and prints nothing of them.
func (d *Doctor) handlePaths() []string {
	if d.dir == nil {
		return nil
	}
	path := filepath.Join(d.dir.Path(), stateName)
	if _, err := os.Lstat(path); err != nil {
		return nil
	}
	return []string{path}
}
