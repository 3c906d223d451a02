package pins

import (
	"path/filepath"
	"strings"
)

// HasWindow says whether the browser can show one. Builds without are called
// headless by all who make them (chromium-headless, chrome-headless-shell,
// headless_shell), and start without a word where a window is asked for.
func (b *Build) HasWindow() bool {
	return !strings.Contains(b.BrowserName, "headless") && !strings.Contains(filepath.Base(b.Browser), "headless")
}
