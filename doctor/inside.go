package doctor

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

	"connector-browser/launcher/sandbox"
	"connector-browser/pins"
)

// job is something for the pinned Node.js to do in the walls.
type job struct {
	ctx   context.Context
	build *pins.Build
	args  []string
}

// env is all that it finds in its environment, as a launch's child does.
func (j job) env() []string {
	return append([]string{"PATH=/usr/bin:/bin", "HOME=/tmp", "TMPDIR=/tmp"}, j.build.Env...)
}

// inWalls does the job in walls of its own, which are those of a launch, and
// gives what it printed.
func inWalls(j job) ([]byte, error) {
	dir, err := os.MkdirTemp("", "connector-browser-doctor-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	child, err := sandbox.Start(sandbox.Walls{Dir: dir, ReadOnly: j.build.ReadOnly, Program: j.build.Node, Args: j.args, Env: j.env()})
	if err != nil {
		return nil, err
	}
	defer child.Close()
	defer context.AfterFunc(j.ctx, func() { child.Kill() })()

	said := make(chan []byte, 1)
	go func() { said <- head(child.Stderr) }()
	printed := head(child.Stdout)
	exit, err := child.Wait()
	switch problem := bytes.TrimSpace(<-said); {
	case j.ctx.Err() != nil:
		return nil, fmt.Errorf("it was not done in time")
	case err != nil:
		return nil, err
	case exit != sandbox.Exit{}:
		return nil, fmt.Errorf("it ended with code %d, signal %d: %.200q", exit.Code, exit.Signal, problem)
	}
	return printed, nil
}

// head reads to the end and keeps the beginning.
func head(r io.Reader) []byte {
	text, _ := io.ReadAll(io.LimitReader(r, 1<<20))
	io.Copy(io.Discard, r)
	return text
}
