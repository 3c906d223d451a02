package launcher

import (
	"os"

	"connector-browser/pins"
)

// passed are the variables of the person's environment that the child is given.
// It is an allow-list: a token that somebody exported is not there, and none of
// the upstream's PLAYWRIGHT_MCP_ switches is (CB-077, CB-091).
var passed = []string{"LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_TIME", "TZ"}

// environment is everything that the child finds in its own.
func environment(build *pins.Build, d *directory) []string {
	env := []string{
		"PATH=/usr/bin:/bin",
		"HOME=" + d.home(), // what Playwright keeps under it ends with the launch (CB-078)
		"TMPDIR=/tmp",
	}
	for _, name := range passed {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return append(env, build.Env...)
}
