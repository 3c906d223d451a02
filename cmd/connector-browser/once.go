package main

import (
	"errors"

	"github.com/spf13/pflag"
)

// onceValue is the value of an option that may be given once: of two the last
// would count, and nobody would be told.
type onceValue struct {
	to    *string
	given bool
}

var errTwice = errors.New("given twice")

func onceVar(flags *pflag.FlagSet, to *string, name, usage string) {
	flags.Var(&onceValue{to: to}, name, usage)
}

func (v *onceValue) Set(value string) error {
	if v.given {
		return errTwice
	}
	*v.to, v.given = value, true
	return nil
}

func (v *onceValue) String() string {
	if v.to == nil {
		return "" // as pflag makes one to compare with
	}
	return *v.to
}

func (v *onceValue) Type() string { return "string" }
