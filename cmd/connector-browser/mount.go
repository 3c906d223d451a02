package main

import (
	"os"

	"github.com/spf13/cobra"

	"connector-browser/mount"
	"connector-browser/secrets"
)

func mountCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "mount",
		Short: "Enter this program into the engine's catalog",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
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
				return nil
			}
			say("wrote %s; restart the engine, which reads its catalog when it starts", entry.Path())
			return nil
		},
	}
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
