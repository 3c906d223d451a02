// Command release builds what is published: a static binary for each platform,
// the bill of materials and SHA256SUMS. Whoever builds the same version from the
// same source gets the same bytes, wherever the checkout lies.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
)

var versionRule = regexp.MustCompile(`^v?[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$`)

func main() {
	version := flag.String("version", "", "the version to stamp, such as 0.1.0")
	out := flag.String("out", "dist", "the `folder` below which a folder for the version is made")
	flag.Parse()
	if flag.NArg() > 0 || !versionRule.MatchString(*version) {
		fmt.Fprintln(os.Stderr, "release: name the version, as in: go run ./release --version 0.1.0")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	folder, err := publish(ctx, *version, *out)
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
	fmt.Println(folder)
}

// publish makes the folder of a version whole, or leaves what was there.
func publish(ctx context.Context, version, out string) (string, error) {
	root, err := moduleRoot(ctx)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return "", err
	}
	made, err := os.MkdirTemp(out, ".making-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(made)
	if err := fill(ctx, root, made, version, platforms); err != nil {
		return "", err
	}
	folder := filepath.Join(out, version)
	if err := os.RemoveAll(folder); err != nil {
		return "", err
	}
	if err := os.Chmod(made, 0o755); err != nil {
		return "", err
	}
	return folder, os.Rename(made, folder)
}

// fill puts everything that is published into a folder.
func fill(ctx context.Context, root, folder, version string, platforms []platform) error {
	var binaries []binary
	for _, p := range platforms {
		b, err := build(ctx, root, folder, version, p)
		if err != nil {
			return err
		}
		binaries = append(binaries, b)
	}
	if err := writeBill(filepath.Join(folder, "connector-browser.cdx.json"), version, binaries); err != nil {
		return err
	}
	return writeSums(folder)
}

// moduleRoot is the checkout that the command was started in.
func moduleRoot(ctx context.Context) (string, error) {
	found, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Path}} {{.Dir}}").Output()
	name, dir, ok := strings.Cut(strings.TrimSpace(string(found)), " ")
	if err != nil || !ok || name != "connector-browser" {
		return "", fmt.Errorf("start it in a checkout of connector-browser")
	}
	return dir, nil
}
