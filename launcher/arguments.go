package launcher

import (
	"fmt"
	"slices"

	"connector-browser/launcher/sandbox"
	"connector-browser/pins"
)

// arguments is the one table of what the upstream is told (CB-090). Nothing in
// it comes from the environment, standard input or a file. What is never given
// stands in the test (CB-099).
func arguments(build *pins.Build, d *directory, export bool) []string {
	table := []string{
		build.Script,
		"--headless",
		"--isolated",
		"--browser", "chromium",
		"--sandbox",
		"--block-service-workers",
		"--no-webmcp",
		"--timeout-navigation", "60000",
		"--output-max-size", "67108864",
		"--executable-path", build.Browser,
		"--output-dir", d.out(),
		"--storage-state", d.state(),
		// Beyond the row's table: the one way out of the walls, and links that
		// can be opened by who stands in another folder (DESIGN: decision 1).
		"--proxy-server", fmt.Sprintf("http://127.0.0.1:%d", sandbox.ProxyPort),
		"--file-paths", "absolute",
	}
	if export {
		table = append(table, "--caps", "storage")
	}
	return table
}

// agentArguments is the table of the agent surface: the same, and what its relay
// does in the upstream's place. The relay waits for the page itself
// (--timeout-settle) and tells what changed (--snapshot-mode); no image is sent
// (CD-112), and pages are laid out 1280x800 (CD-086).
func agentArguments(build *pins.Build, d *directory, export bool) []string {
	return append(arguments(build, d, export),
		"--timeout-settle", "0",
		"--snapshot-mode", "none",
		"--image-responses", "omit",
		"--viewport-size", "1280x800",
	)
}

// windowArguments is the table of a login by hand: the first one with the export,
// and with a window.
func windowArguments(build *pins.Build, d *directory) []string {
	return slices.DeleteFunc(arguments(build, d, true), func(argument string) bool { return argument == "--headless" })
}
