package doctor

import (
	"context"
	"fmt"
	"os"
	"strings"

	"connector-browser/pins"
	"connector-browser/secrets"
)

// lookAtBrowser makes a real launch and opens an empty page in it: the start
// check, the walls, Node.js, the upstream and the browser's own sandbox have to
// work together for that (CB-174). The launch has a configuration directory of
// its own, with a clean profile and no policy, so that it works before the
// first auth, and whatever the policy denies.
func (d *Doctor) lookAtBrowser(ctx context.Context) Result {
	switch {
	case d.checked == nil:
		return noBuild()
	case !d.walled:
		return skipped("the walls come first; see walls")
	}
	conf, err := cleanConfiguration(ctx)
	if conf != "" {
		defer os.RemoveAll(conf)
	}
	if err != nil {
		return failed("df -h "+quote(os.TempDir()), "no folder can be made to try the browser in: %v", err)
	}
	page, err := d.openPage(ctx, conf)
	switch {
	case ctx.Err() != nil:
		return failed(d.otherBrowser(), "%s did not open a page in the walls within %v", d.checked.BrowserName, while)
	case err != nil:
		return failed(pins.Mend(err), "%v", err)
	case page != "":
		return failed(d.otherBrowser(), "%s does not open a page in the walls: %s", d.checked.BrowserName, page)
	}
	return ok("%s opens a page in the walls", d.checked.BrowserName)
}

// cleanConfiguration makes a configuration directory that nobody has used.
func cleanConfiguration(ctx context.Context) (conf string, err error) {
	if conf, err = os.MkdirTemp("", "connector-browser-doctor-"); err != nil {
		return "", err
	}
	dir, err := secrets.Create(conf)
	if err == nil {
		err = dir.Store(ctx, secrets.Login{State: []byte(secrets.CleanProfile)})
	}
	return conf, err
}

// otherBrowser is the command that installs the lock's next browser, for where
// this one is intact and does not start all the same.
func (d *Doctor) otherBrowser() string {
	for _, name := range d.lock.Browsers(d.platform) {
		if name != d.checked.BrowserName {
			return install + " --browser " + name
		}
	}
	return install
}

// firstLine is what is worth repeating of an upstream's long answer.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.Trim(line, "#* \t\r\n"); line != "" && line != "Error" && line != "Result" {
			return fmt.Sprintf("%.300s", line)
		}
	}
	return "it gave no reason"
}
