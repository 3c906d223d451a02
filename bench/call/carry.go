package main

import (
	"crypto/rand"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	connectorbrowser "connector-browser"
	"connector-browser/launcher/output"
	"connector-browser/launcher/sandbox"
	"connector-browser/relay"
	"connector-browser/relay/withhold"
	"connector-browser/trace"
)

// carry is the relay in a process of its own, between standard input and
// output and a scripted child, with every stage that a launch gives it.
func carry() error {
	record, err := relay.ParseRecord(connectorbrowser.Record)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	child := exec.Command(self)
	child.Env = append(os.Environ(), role+"=child")
	child.Stderr = os.Stderr
	in, err := child.StdinPipe()
	if err != nil {
		return err
	}
	out, childOut, err := os.Pipe()
	if err != nil {
		return err
	}
	child.Stdout = childOut
	sandbox.EnlargePipe(out) // as every launch does
	sandbox.EnlargePipe(os.Stdout)
	if err := child.Start(); err != nil {
		return err
	}
	childOut.Close()
	dir, err := os.MkdirTemp("", "bench-call-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	records, err := trace.Open(filepath.Join(dir, "trace"), trace.Options{})
	if err != nil {
		return err
	}
	defer records.Close(trace.OutcomeOK)
	set := withhold.New(randomSecrets())
	written, err := written(filepath.Join(dir, "out"), set)
	if err != nil {
		return err
	}
	r := relay.New(relay.Config{
		Record:   record,
		Trace:    records,
		Withhold: set,
		Written:  written,
		Log:      func(s string) { fmt.Fprintln(os.Stderr, s) },
	}, os.Stdin, os.Stdout)
	r.Serve()
	if err := r.Pump(relay.Child{In: in, Out: out}); err != nil {
		child.Process.Kill()
		child.Wait()
		return err
	}
	return child.Wait()
}

// written is an output folder as it is in the middle of a session: the log of the
// console, and what a person asked for.
func written(dir string, set *withhold.Set) (*output.Folder, error) {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	for _, name := range []string{"console.log", "page.yml", "page.png", "requests.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("nothing to withhold\n"), 0o600); err != nil {
			return nil, err
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return output.New(root, set, func(string) bool { return false }), nil // closed as the process ends
}

// randomSecrets are as many as the design's bar names; none of them is in the
// answers that pass, as is nearly always so.
func randomSecrets() []withhold.Secret {
	secrets := make([]withhold.Secret, 200)
	for i := range secrets {
		secrets[i] = withhold.Secret{Label: fmt.Sprintf("secret %d", i), Value: rand.Text()}
	}
	return secrets
}
