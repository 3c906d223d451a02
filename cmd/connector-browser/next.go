package main

import (
	"context"
	"slices"

	connectorbrowser "connector-browser"
	"connector-browser/mount"
	"connector-browser/pins"
	"connector-browser/secrets"
)

// nextStep is the command to type next: the first of install, auth and mount that
// has not been done for this configuration directory; "" where all have. What
// cannot be told is left to doctor.
func nextStep(conf string) string {
	dir, err := secrets.Open(conf)
	switch {
	case err != nil || !installed(dir):
		return "connector-browser install"
	case !dir.Authorized():
		return "connector-browser auth"
	case !mounted(conf):
		return "connector-browser mount, or connector-browser mount --client NAME"
	}
	return ""
}

// installed tells whether the pinned build is there, without comparing it.
func installed(dir *secrets.Dir) bool {
	lock, err := pins.ParseLock(connectorbrowser.Lock)
	if err != nil {
		return false
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = pins.Open(ctx, lock, pins.HostPlatform(), dir.Bin())
	return err == nil
}

// mounted tells whether the engine's catalog or any client has an entry for this
// configuration directory.
func mounted(conf string) bool {
	program, err := mount.Program()
	if err != nil {
		return false
	}
	if ours, err := (mount.Entry{Program: program, Conf: conf}).Mounted(); ours && err == nil {
		return true
	}
	host, err := mount.ThisHost()
	if err != nil {
		return false
	}
	mounts, _ := mount.Mounts(host, program)
	return slices.ContainsFunc(mounts, func(m mount.Mount) bool { return m.Conf == conf })
}

// sayNext ends a verb with the command to type next, and with what there is to do
// once everything is set up.
func sayNext(conf, last string) {
	switch next := nextStep(conf); {
	case next == "" && last == "":
	case next == "":
		say("next: %s", last)
	case last == "":
		say("next: %s", next)
	default:
		say("next: %s; in the end: %s", next, last)
	}
}
