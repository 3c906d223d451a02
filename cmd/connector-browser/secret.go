package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"connector-browser/policy"
	"connector-browser/secrets"
)

func secretCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "secret",
		Short: "Keep passwords and codes that a session types without seeing them",
		Long: `Keep passwords and codes that a session types without seeing them.

A session that types {{NAME}} has the value typed in its place, in pages of the hosts that
the secret names and nowhere else. It is told which names there are, and never a value.
A session keeps the secrets that it began with.

What is kept is yours alone to read, and encrypted where ` + secrets.KeyEnv + `=keyring is set (the system's
keyring keeps the key) or a key is given: see secret key --help.`,
		Example: `  connector-browser secret set bank --host bank.example
  connector-browser secret list`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(secretSetCommand(), secretListCommand(), secretRemoveCommand(), secretKeyCommand())
	return cmd
}

func secretSetCommand() *cobra.Command {
	var hosts []string
	var code bool
	cmd := &cobra.Command{
		Use:   "set NAME --host HOST",
		Short: "Store a secret; the value comes from standard input, never from an argument",
		Long: `Store a secret in place of any other of this name.

The value is one line of standard input; at a terminal it is asked for and not shown.
A host is written as in the policy's [network]: "example.com", "*.example.com", "localhost:3000".
Without a port it stands for https alone: over plain http a secret is typed only where the port is named.

With --totp, or where the value is an otpauth:// address, it is the key of one-time codes:
{{NAME.totp}} is then the code of the moment.`,
		Example: `  connector-browser secret set bank --host bank.example
  pass show bank/totp | connector-browser secret set bank_code --host bank.example --totp`,
		Args: oneName,
		RunE: func(cmd *cobra.Command, args []string) error {
			n := secrets.Named{Name: args[0], Hosts: hosts, Code: code, Set: time.Now()}
			if err := checkHosts(hosts); err != nil {
				return usageError{err}
			}
			conf, err := secrets.ConfDir()
			if err != nil {
				return err
			}
			if n.Value, err = readSecret(cmd.Context(), n.Name); err != nil {
				return err
			}
			n.Code = n.Code || secrets.IsCodeKey(n.Value)
			dir, err := secrets.Create(conf)
			if err != nil {
				return err
			}
			dir.Waiting = sayHolder
			if err := dir.SetNamed(cmd.Context(), n); err != nil {
				return err
			}
			say("stored the secret %s; a session that starts from now on types it for %s, on %s", n.Name, placeholder(n), strings.Join(hosts, ", "))
			return nil
		},
	}
	cmd.Flags().StringArrayVar(&hosts, "host", nil, "a host that the secret may be typed into; may be repeated")
	cmd.Flags().BoolVar(&code, "totp", false, "the value is the key of one-time codes, in base32")
	return cmd
}

// oneName takes the name of a secret and repeats nothing else: somebody may put
// the secret itself there.
func oneName(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return usageError{fmt.Errorf("%s lacks the NAME of the secret", verbName(cmd))}
	case len(args) > 1:
		return usageError{fmt.Errorf("%s takes one NAME and was given %s; a value never stands in the arguments", verbName(cmd), plural(len(args), "argument"))}
	}
	if err := secrets.CheckName(args[0]); err != nil {
		return usageError{err}
	}
	return nil
}

// checkHosts holds the hosts against the grammar of the policy. A secret for
// every host is a secret for none.
func checkHosts(hosts []string) error {
	if len(hosts) == 0 {
		return errors.New("a secret needs a host that it may be typed into, such as --host example.com")
	}
	for _, host := range hosts {
		if host == "*" || strings.HasPrefix(host, "*:") {
			return errors.New("a secret that may be typed into every host is none; name the hosts")
		}
		if _, err := policy.ParsePattern(host); err != nil {
			return err
		}
	}
	return nil
}

func placeholder(n secrets.Named) string {
	if n.Code {
		return "{{" + n.Name + ".totp}}"
	}
	return "{{" + n.Name + "}}"
}
