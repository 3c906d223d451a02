package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"connector-browser/mount"
	"connector-browser/secrets"
)

// clientFlags are the flags that mount and unmount share for MCP clients.
type clientFlags struct {
	name, scope    string
	write, replace bool
}

func (f *clientFlags) register(cmd *cobra.Command, write string) {
	flags := cmd.Flags()
	onceVar(flags, &f.name, "client", "the MCP client: "+strings.Join(mount.Names(), ", "))
	onceVar(flags, &f.scope, "scope", "user, for all that you open, or project, for the current folder (default user)")
	flags.BoolVar(&f.write, "write", false, write)
	complete := func(flag string, words ...string) {
		if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)); err != nil {
			panic(err) // a flag of ours that is not there
		}
	}
	complete("client", mount.Names()...)
	complete("scope", string(mount.User), string(mount.Project))
}

// noClient is noArguments for verbs with --client: who leaves that out means it.
func noClient(cmd *cobra.Command, args []string) error {
	if len(args) > 0 && slices.Contains(mount.Names(), args[0]) {
		return usageError{fmt.Errorf("%s takes no arguments; did you mean --client %s", verbName(cmd), args[0])}
	}
	return noArguments(cmd, args)
}

// alone refuses the other flags without --client, which they belong to.
func (f *clientFlags) alone(cmd *cobra.Command) error {
	if cmd.Flags().Changed("client") {
		return usageError{fmt.Errorf("--client names no client; the clients are %s", strings.Join(mount.Names(), ", "))}
	}
	for _, flag := range []string{"scope", "write", "replace"} {
		if cmd.Flags().Changed(flag) {
			return usageError{fmt.Errorf("--%s goes with --client; without it %s is for the engine's catalog", flag, cmd.Name())}
		}
	}
	return nil
}

// target is the client's file and what belongs into it.
func (f *clientFlags) target() (mount.Target, error) {
	client, err := mount.ByName(f.name)
	if err != nil {
		return mount.Target{}, usageError{fmt.Errorf("%w%s", err, near(f.name, mount.Names()))}
	}
	if err := client.Has(mount.Scope(f.scope)); err != nil {
		return mount.Target{}, usageError{err}
	}
	host, err := mount.ThisHost()
	if err != nil {
		return mount.Target{}, err
	}
	entry, err := catalogEntry()
	if err != nil {
		return mount.Target{}, err
	}
	return client.At(host, mount.Scope(f.scope), entry)
}

func (f *clientFlags) mount(cmd *cobra.Command) error {
	if f.replace && !f.write {
		return usageError{errors.New("--replace goes with --write")}
	}
	target, err := f.target() // what is wrong with the flags comes first
	if err != nil {
		return err
	}
	program, err := mount.Program()
	if err != nil {
		return err
	}
	switch err := mount.Installed(program); {
	case err != nil && f.write:
		return err
	case err != nil:
		warn("%v", err)
	}
	if !f.write {
		return f.print(cmd, target)
	}
	conf, err := secrets.ConfDir()
	if err != nil {
		return err
	}
	if err := secrets.MakeConf(conf); err != nil { // clients are told of it
		return err
	}
	change, err := target.Write(f.replace)
	switch {
	case err != nil:
		return err
	case !change.Done:
		say("%s is as it should be already", change.File)
		sayNext(conf, "")
		return nil
	case change.Backup != "":
		say("wrote %s (as it was: %s)", change.File, change.Backup)
	default:
		say("wrote %s", change.File)
	}
	if target.Scope == mount.Project {
		warn("the entry names paths of this machine; do not commit it for others")
	}
	sayNext(conf, target.Next())
	return nil
}

// print shows what belongs into the file: that alone on standard output.
func (f *clientFlags) print(cmd *cobra.Command, target mount.Target) error {
	snippet, err := target.Snippet()
	if err != nil {
		return err
	}
	say("this belongs into %s:", target.File)
	if _, err := cmd.OutOrStdout().Write(snippet); err != nil {
		return err
	}
	say("to put it there: connector-browser mount --client %s%s --write", target.Client.Name, f.scopeFlag())
	if command := target.Command(); command != "" {
		say("or with %s's own command: %s", target.Client.Title, command)
	}
	return nil
}

func (f *clientFlags) scopeFlag() string {
	if f.scope == "" {
		return ""
	}
	return " --scope " + f.scope
}

func (f *clientFlags) unmount() error {
	target, err := f.target()
	if err != nil {
		return err
	}
	if !f.write {
		say("the entry is in %s, if anywhere; to take it out: connector-browser unmount --client %s%s --write", target.File, target.Client.Name, f.scopeFlag())
		if command := target.RemoveCommand(); command != "" {
			say("or with %s's own command: %s", target.Client.Title, command)
		}
		return nil
	}
	change, err := target.Remove()
	switch {
	case err != nil:
		return err
	case !change.Done:
		say("there is no entry of ours in %s; nothing to remove", change.File)
	case change.Whole && change.Backup != "":
		say("restored %s from its backup", change.File)
	case change.Whole:
		say("removed %s, which held nothing else", change.File)
	case change.Backup != "":
		say("took our entry out of %s, which has been edited since; the backup stays: %s", change.File, change.Backup)
	default:
		say("took our entry out of %s", change.File)
	}
	return nil
}
