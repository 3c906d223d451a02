package main

import (
	"bufio"
	"errors"
	"fmt"
	"net/url"
	"os"

	"github.com/spf13/cobra"

	"connector-browser/secrets"
)

func loginCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "login URL",
		Short: "Open a window to log in by hand, and store the login",
		Long: `Open the browser with a window, for you to log in by hand: with a second factor, or through
another service. Press Enter or close the window when that is done; the login is then stored, and
sessions that start from now on have it. Ctrl-C stores nothing.

It starts from the login that is stored, so that several sites can be logged in to one after the other,
and keeps what [login].domains of the policy names, or everything. [network] holds here as well.

It needs a display (X11, or Wayland with XWayland) and a browser that has a window: Chrome for Testing,
or one of this machine's own (install --browser PATH). Whatever runs in the browser can then see and type
into the other windows of that display; no other verb lets it.`,
		Example: `  connector-browser login https://example.com/login`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return usageError{errors.New("login lacks the URL of the page to log in to, such as https://example.com/login")}
			case len(args) > 1:
				return usageError{fmt.Errorf("login takes one URL and was given %s", plural(len(args), "argument"))}
			}
			if u, err := url.Parse(args[0]); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
				return usageError{errors.New("login takes an address that begins with https:// or http:// and holds no password")}
			}
			return nil
		},
		RunE: runLogin,
	}
}

func runLogin(cmd *cobra.Command, args []string) error {
	l, err := newLaunch()
	if err != nil {
		return err
	}
	state, err := l.LogIn(cmd.Context(), args[0], entered())
	if err != nil {
		return err
	}
	sayDomains(state)
	c := secrets.Count(state)
	say("stored a login state with %s of %s and %s", plural(c.Cookies, "cookie"), plural(len(c.Domains), "site"), plural(c.Items, "local storage item"))
	return nil
}

// entered is closed when a line has come on standard input. An input that ends
// without one says nothing: the window is then the only way to be done.
func entered() <-chan struct{} {
	done := make(chan struct{})
	go func() {
		if _, err := bufio.NewReader(os.Stdin).ReadString('\n'); err == nil {
			close(done)
		}
	}()
	return done
}
