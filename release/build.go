package main

import (
	"context"
	"debug/buildinfo"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A platform is one that the program is published for.
type platform struct{ os, arch string }

var platforms = []platform{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}}

// A binary is a built one.
type binary struct {
	platform
	name, sha256 string
	info         *buildinfo.BuildInfo
}

// epoch is the time that every published file bears: when it was built is nobody's
// business, and would differ.
var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// build compiles for one platform, with everything set that could make two builds
// differ: the compiler (the very version of go.mod), its options for the processor,
// the paths, the checkout's state.
func build(ctx context.Context, root, folder, version string, p platform) (binary, error) {
	toolchain, err := toolchain(ctx, root)
	if err != nil {
		return binary{}, err
	}
	b := binary{platform: p, name: fmt.Sprintf("connector-browser-%s-%s", p.os, p.arch)}
	path, err := filepath.Abs(filepath.Join(folder, b.name))
	if err != nil {
		return binary{}, err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-mod=readonly",
		"-ldflags=-s -w -buildid= -X main.stamped="+version, "-o", path, "./cmd/connector-browser")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.os, "GOARCH="+p.arch, "GOTOOLCHAIN="+toolchain,
		"GOAMD64=v1", "GOARM64=v8.0", "GOFLAGS=", "GOEXPERIMENT=", "GOFIPS140=off", "GOWORK=off")
	if said, err := cmd.CombinedOutput(); err != nil {
		return binary{}, fmt.Errorf("building for %s/%s: %w\n%s", p.os, p.arch, err, said)
	}
	if b.info, err = buildinfo.ReadFile(path); err != nil {
		return binary{}, err
	}
	if err := settle(path, 0o755); err != nil {
		return binary{}, err
	}
	b.sha256, err = sum(path)
	return b, err
}

// toolchain is the Go version that go.mod names. The go command fetches it where
// another one is installed.
func toolchain(ctx context.Context, root string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.GoVersion}}")
	cmd.Dir = root
	version, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go.mod in %s cannot be read: %w", root, err)
	}
	return "go" + strings.TrimSpace(string(version)), nil
}

// settle gives a file the mode and the time that every build gives it.
func settle(path string, mode os.FileMode) error {
	if err := os.Chmod(path, mode); err != nil {
		return err
	}
	return os.Chtimes(path, epoch, epoch)
}
