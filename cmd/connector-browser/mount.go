package main

import (
	"os"

	"github.com/spf13/cobra"

	"connector-browser/mount"
	"connector-browser/secrets"
)

func mountCommand() *cobra.Command {
	var client clientFlags
	cmd := &cobra.Command{
		Use:   "mount",
		Short: "Enter this program into the engine's catalog, or into an MCP client's settings",
		Long: `Enter this program into the engine's catalog, or into an MCP client's settings.

With --client, mount prints what belongs into that client's file, and where that
is. With --write too it puts it there: the file is backed up beside itself
(FILE.before-connector-browser), and everything else in it stays as it is.`,
		Example: `  connector-browser mount
  connector-browser mount --client claude-code --write`,
		Args: noClient,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if client.name != "" {
				return client.mount(cmd)
			}
			if err := client.alone(cmd); err != nil {
				return err
			}
			return mountEngine()
		},
	}
	client.register(cmd, "put the entry into the client's file")
	cmd.Flags().BoolVar(&client.replace, "replace", false, "with --write: in place of another entry of our name")
	return cmd
}

func mountEngine() error {
	entry, err := catalogEntry()
	if err != nil {
		return err
	}
	if err := mount.Lasting(entry.Program); err != nil {
		return err
	}
	if mount.Below(entry.Program, os.TempDir()) {
		warn("%s lies in a temporary folder; when that is cleared, the engine will not find it", entry.Program)
	}
	if err := secrets.MakeConf(entry.Conf); err != nil {
		return err
	}
	changed, err := entry.Mount()
	if err != nil {
		return err
	}
	if !changed {
		say("%s is there already", entry.Path())
		sayNext(entry.Conf, "")
		return nil
	}
	say("wrote %s; restart the engine, which reads its catalog when it starts", entry.Path())
	sayNext(entry.Conf, "connector-browser status")
	return nil
}

// catalogEntry is the entry of this program in this configuration directory.
func catalogEntry() (mount.Entry, error) {
	conf, err := secrets.ConfDir()
	if err != nil {
		return mount.Entry{}, err
	}
	program, err := mount.Program()
	if err != nil {
		return mount.Entry{}, err
	}
	return mount.Entry{Program: program, Conf: conf}, nil
}
