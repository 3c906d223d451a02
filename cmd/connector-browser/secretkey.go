package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"connector-browser/secrets"
)

// secretKeyCommand makes the key for who wants what is kept to be encrypted.
func secretKeyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "key",
		Short: "Print a new key with which secrets and login state are encrypted",
		Long: `Print a new key (age, X25519), with which secrets and login state are encrypted at rest.

No key has to be made where ` + secrets.KeyEnv + `=keyring is set, wherever connector-browser is
started: the system's keyring (Secret Service, Keychain) then keeps one that is made on first use. This
is for machines that have none.

Keep it in a file that only you can read, off the disk that it protects, and name that file in
` + secrets.KeyFileEnv + ` (or put the key itself into ` + secrets.KeyEnv + `) wherever connector-browser is
started: by you, and by the MCP client. What is stored from then on is encrypted; what was stored
before is read as it stands. Without the key, what is encrypted is lost.`,
		Example: `  (umask 077; connector-browser secret key > /run/user/1000/browser.key)
  export ` + secrets.KeyFileEnv + `=/run/user/1000/browser.key`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			key, err := secrets.NewKey()
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), key)
			return err
		},
	}
}
