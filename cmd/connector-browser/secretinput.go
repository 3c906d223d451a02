package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"golang.org/x/term"

	"connector-browser/secrets"
)

// readSecret reads the one line that is a secret: from a terminal without
// showing it, else from standard input, whose newline may be missing. An
// interrupt ends it and gives the terminal its echo back.
func readSecret(ctx context.Context, name string) (string, error) {
	type answer struct {
		line []byte
		err  error
	}
	input, read := int(os.Stdin.Fd()), readLine
	if term.IsTerminal(input) {
		before, err := term.GetState(input)
		if err != nil {
			return "", fmt.Errorf("the terminal cannot be made to hide what is typed: %w", err)
		}
		defer term.Restore(input, before)
		say("type the value of %s and press Enter; it is not shown", name)
		read = func() ([]byte, error) { return term.ReadPassword(input) }
	}
	answers := make(chan answer, 1)
	go func() {
		line, err := read()
		answers <- answer{line, err}
	}()
	select {
	case a := <-answers:
		return string(a.line), a.err
	case <-ctx.Done():
		return "", errors.New("interrupted; nothing was stored")
	}
}

// readLine wants exactly one line up to the end of the input.
func readLine() ([]byte, error) {
	input, err := io.ReadAll(io.LimitReader(os.Stdin, secrets.MaxValue+3))
	if err != nil {
		return nil, errors.New("standard input cannot be read; give the value as its one line")
	}
	if len(input) == 0 {
		return nil, errors.New("standard input is empty; the value is its one line, as in: pass show bank | connector-browser secret set NAME --host HOST")
	}
	line, rest, _ := bytes.Cut(input, []byte("\n"))
	if len(rest) > 0 {
		return nil, errors.New("standard input holds more than one line; a secret is one")
	}
	return bytes.TrimSuffix(line, []byte("\r")), nil
}

// connectorDir opens the connector's directory; nil where there is none yet.
func connectorDir() (*secrets.Dir, error) {
	conf, err := secrets.ConfDir()
	if err != nil {
		return nil, err
	}
	dir, err := secrets.Open(conf)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		dir.Waiting = sayHolder
	}
	return dir, err
}
