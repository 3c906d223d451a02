//go:build !linux

package pins_test

import "errors"

func mountTmpfs(string, string) error { return errors.New("Linux only") }
