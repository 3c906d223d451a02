package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	connectorbrowser "connector-browser"
	"connector-browser/pins"
	"connector-browser/secrets"
)

// installFlags is what a person may say about an installation.
type installFlags struct {
	browser string
	from    string
	json    bool
}

func installCommand() *cobra.Command {
	var f installFlags
	cmd := &cobra.Command{
		Use:   "install",
		Short: "Download, verify and unpack the pinned build",
		Long: `Download, verify and unpack the pinned build: Playwright MCP, Node.js and a browser.

Every archive is compared with the sha256 in binaries.lock.json before anything
is unpacked. What is there already and intact is left alone, and an interrupted
download is continued by the next install.

Without --browser the lock's order decides: a browser whose shared libraries
this machine lacks, or whose host it cannot reach, is passed over with a line
that says why.`,
		Example: `  connector-browser install
  connector-browser install --browser /usr/bin/chromium
  connector-browser install --from /media/stick/archives`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return runInstall(cmd, f) },
	}
	onceVar(cmd.Flags(), &f.browser, "browser", "`NAME` of a browser in the lock, or the absolute path of one on this machine")
	onceVar(cmd.Flags(), &f.from, "from", "take the archives from this `folder`, whatever their names; download nothing")
	cmd.Flags().BoolVar(&f.json, "json", false, "print the result as JSON")
	return cmd
}

func runInstall(cmd *cobra.Command, f installFlags) error {
	lock, err := pins.ParseLock(connectorbrowser.Lock)
	if err != nil {
		return err
	}
	if err := f.check(lock); err != nil {
		return usageError{err}
	}
	conf, err := secrets.ConfDir()
	if err != nil {
		return err
	}
	dir, err := secrets.Create(conf)
	if err != nil {
		return err
	}
	held, err := dir.Lock(cmd.Context(), "install", sayHolder)
	if err != nil {
		return err
	}
	defer held.Release()
	progress := newInstallProgress(os.Stderr)
	done, err := pins.Install(cmd.Context(), pins.Options{
		Lock: lock, Platform: pins.HostPlatform(), Dir: dir.Bin(),
		Browser: f.browser, From: f.from, Progress: progress,
	})
	progress.close()
	if errors.Is(err, context.Canceled) {
		return errors.New("interrupted; what was downloaded is kept, and connector-browser install continues from it")
	}
	if err != nil {
		return err
	}
	return sayInstalled(cmd, conf, done, f.json)
}

// check refuses a relative path, which would mean something else to the
// process that an MCP client starts later, and a name that the lock lacks.
func (f *installFlags) check(lock *pins.Lock) error {
	if f.browser == "" || filepath.IsAbs(f.browser) {
		return nil
	}
	names := lock.Browsers(pins.HostPlatform())
	if slices.Contains(names, f.browser) {
		return nil
	}
	return fmt.Errorf("--browser takes the name of a browser in binaries.lock.json (%s) or an absolute path%s", strings.Join(names, ", "), near(f.browser, names))
}

// sayInstalled says what is there now and what to type next.
func sayInstalled(cmd *cobra.Command, conf string, done *pins.Installed, asJSON bool) error {
	b := done.Build
	if asJSON {
		return printJSON(cmd.OutOrStdout(), struct {
			Changed bool   `json:"changed"`
			Dir     string `json:"dir"`
			Browser string `json:"browser"`
			Program string `json:"program"`
		}{done.Changed, b.Dir, b.BrowserName, b.Browser})
	}
	if done.Changed {
		say("installed the pinned build with %s in %s", b.BrowserName, b.Dir)
	} else {
		say("the pinned build with %s is in place and intact", b.BrowserName)
	}
	sayNext(conf, "")
	return nil
}
