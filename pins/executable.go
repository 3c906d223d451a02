package pins

import (
	"bytes"
	"debug/elf"
	"debug/macho"
	"fmt"
	"os"
	"path/filepath"

	"connector-browser/secrets/safefile"
)

// checkExecutable refuses a file that the platform cannot run as it is: a
// script that starts the browser in turn, a snap, a program for another
// processor. Asked is the path as the user gave it, real where it leads.
func checkExecutable(asked, real string, platform Platform) error {
	if filepath.Base(real) == "snap" {
		return fmt.Errorf("%s is a snap, whose browser runs only under snapd; adopt one from a package, or install without --browser", asked)
	}
	head, err := readHead(real)
	if err != nil {
		return fmt.Errorf("--browser names no file that can be read, %s: %w", real, safefile.Reason(err))
	}
	if bytes.HasPrefix(head, []byte("#!")) {
		if program := behindScript(real, platform); program != "" {
			return fmt.Errorf("%s is a script; the browser that it starts is %s: install it with --browser %s", asked, program, program)
		}
		return fmt.Errorf("%s is a script; give --browser the path of the browser's own executable", asked)
	}
	if !runsOn(real, platform) {
		return fmt.Errorf("%s is no executable for %s", asked, platform)
	}
	return nil
}

// behindScript finds the executable that a distribution's start script runs.
func behindScript(script string, platform Platform) string {
	name, folder := filepath.Base(script), filepath.Dir(script)
	for _, path := range []string{
		filepath.Join(folder, "chrome"),
		filepath.Join("/usr/lib", name, name),
		filepath.Join("/usr/lib64", name, name),
		"/usr/lib/chromium/chromium",
		"/usr/lib64/chromium-browser/chromium-browser",
		"/usr/lib/chromium-browser/chromium-browser",
		"/opt/google/chrome/chrome",
	} {
		if path != script && runsOn(path, platform) {
			return path
		}
	}
	return ""
}

// runsOn tells whether the file is an executable of the platform's kind and
// processor.
func runsOn(path string, platform Platform) bool {
	if platform.linux() {
		f, err := elf.Open(path)
		if err != nil {
			return false
		}
		defer f.Close()
		return (f.Type == elf.ET_EXEC || f.Type == elf.ET_DYN) && f.Machine == platform.machine()
	}
	if fat, err := macho.OpenFat(path); err == nil {
		fat.Close()
		return true
	}
	f, err := macho.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	cpu := macho.CpuAmd64
	if platform == "darwin-arm64" {
		cpu = macho.CpuArm64
	}
	return f.Cpu == cpu
}

func (p Platform) machine() elf.Machine {
	if p == "linux-arm64" {
		return elf.EM_AARCH64
	}
	return elf.EM_X86_64
}

func readHead(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, 4)
	n, err := f.Read(head)
	return head[:n], err
}
