package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"connector-browser/secrets"
)

func authCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "auth",
		Short: "Store the logins that a session starts with",
		Long: `Store the logins that a session starts with, and whether a session may save new ones.

auth reads one line of JSON from standard input and never an argument:

  {}                                          a clean profile, export off
  {"storageStateFile":"/home/me/state.json"}  the logins of this file, as Playwright's storageState writes it
  {"cookiesFile":"/home/me/cookies.txt"}      the cookies of this file: a cookies.txt, or the JSON that cookie-export extensions write
  {"export":"on"}                             a session may save its logins over these

To log in by hand, with a second factor or through another service, see login --help; or do so in a
browser of your own and export its cookies, or let a session log in with named secrets (see secret
--help) and save.

Each auth states everything: what the line leaves out goes back to the clean profile and to export off.

What is stored is yours alone to read, and encrypted where ` + secrets.KeyEnv + `=keyring is set (the system's
keyring keeps the key) or a key is given: see secret key --help.`,
		Example: `  echo '{}' | connector-browser auth
  echo '{"cookiesFile":"/home/me/cookies.txt"}' | connector-browser auth`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usageError{errors.New("auth takes no arguments; it reads one line of JSON from standard input")}
			}
			return nil
		},
		RunE: runAuth,
	}
}

func runAuth(cmd *cobra.Command, _ []string) error {
	conf, err := secrets.ConfDir()
	if err != nil {
		return err
	}
	login, warnings, err := readRequest(cmd.Context())
	if err != nil {
		return err
	}
	for _, w := range warnings {
		warn("%s", w)
	}
	dir, err := secrets.Create(conf)
	if err != nil {
		return err
	}
	dir.Waiting = sayHolder
	if err := dir.Store(cmd.Context(), login); err != nil {
		return err
	}
	sayDomains(login.State)
	say("%s", stored(login))
	sayNext(conf, "")
	return nil
}

// readRequest reads the line without losing sight of the person: it says what
// is awaited, and an interrupt ends it.
func readRequest(ctx context.Context) (secrets.Login, []string, error) {
	type answer struct {
		login    secrets.Login
		warnings []string
		err      error
	}
	var input io.Reader = os.Stdin
	if term.IsTerminal(int(os.Stdin.Fd())) {
		input = &firstLine{from: os.Stdin}
		say(`type one line and press Enter: {} for a clean profile, or {"storageStateFile":"/home/me/state.json","export":"off"}`)
	} else {
		silence := time.AfterFunc(5*time.Second, func() { say("still waiting for the end of standard input") })
		defer silence.Stop()
	}
	answers := make(chan answer, 1)
	go func() {
		var a answer
		a.login, a.warnings, a.err = secrets.ReadRequest(input)
		answers <- a
	}()
	select {
	case a := <-answers:
		return a.login, a.warnings, a.err
	case <-ctx.Done():
		return secrets.Login{}, nil, errors.New("interrupted; nothing was stored")
	}
}

// firstLine ends a terminal's input at its first newline: nobody there should
// have to press Ctrl-D as well.
type firstLine struct {
	from io.Reader
	done bool
}

func (f *firstLine) Read(p []byte) (int, error) {
	if f.done {
		return 0, io.EOF
	}
	n, err := f.from.Read(p)
	f.done = bytes.IndexByte(p[:n], '\n') >= 0
	return n, err
}

// stored says what auth has stored, in numbers.
func stored(login secrets.Login) string {
	export := "off"
	if login.Export {
		export = "on"
	}
	if string(login.State) == secrets.CleanProfile {
		return "stored the clean profile, export " + export
	}
	c := secrets.Count(login.State)
	what := fmt.Sprintf("%s of %s and %s", plural(c.Cookies, "cookie"), plural(len(c.Domains), "site"), plural(c.Items, "local storage item"))
	if c.Records > 0 {
		what += " and " + plural(c.Records, "database record")
	}
	return "stored a login state with " + what + ", export " + export + "; delete the file that it came from"
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// sayHolder tells the person what a verb waits for.
func sayHolder(holder string) { say("waiting for the connector's directory, held by %s", holder) }
