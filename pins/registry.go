package pins

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"time"
)

// publicAlias is where packages come from on a machine that has no npm: the
// name under which Yarn serves the public registry's files.
const publicAlias = "https://registry.yarnpkg.com"

// npmRegistry is the registry that this machine's npm is configured for:
// NPM_CONFIG_REGISTRY, else what `npm config get registry` prints, else, where
// there is no npm, the public alias. Npm is asked this one question and never
// run for anything else (CB-004).
func npmRegistry(ctx context.Context) (string, error) {
	for _, name := range []string{"NPM_CONFIG_REGISTRY", "npm_config_registry"} {
		if v := os.Getenv(name); v != "" {
			return checkRegistry(v, name)
		}
	}
	npm, err := exec.LookPath("npm")
	if errors.Is(err, exec.ErrNotFound) {
		return publicAlias, nil
	}
	if err != nil {
		return "", fmt.Errorf("npm cannot be asked for its registry: %w; set NPM_CONFIG_REGISTRY to its address", err)
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, npm, "config", "get", "registry")
	cmd.Stdout = &limitedBuffer{buf: &out, left: 4096}
	cmd.WaitDelay = time.Second
	cmd.Dir = os.TempDir() // a project's own .npmrc has no say in what is installed here
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("`npm config get registry` failed (%w); mend npm or set NPM_CONFIG_REGISTRY to the registry's address", err)
	}
	return checkRegistry(strings.TrimSpace(out.String()), "`npm config get registry`")
}

// checkRegistry refuses what is no address, without repeating it: an address
// may hold a password.
func checkRegistry(address, from string) (string, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return "", fmt.Errorf("%s gives no http or https address of a registry; mend it, or set NPM_CONFIG_REGISTRY", from)
	}
	return address, nil
}

// limitedBuffer keeps the first bytes and drops the rest, so that a program
// gone wild cannot fill the memory.
type limitedBuffer struct {
	buf  *bytes.Buffer
	left int
}

func (l *limitedBuffer) Write(p []byte) (int, error) {
	keep := min(len(p), l.left)
	l.buf.Write(p[:keep])
	l.left -= keep
	return len(p), nil
}
