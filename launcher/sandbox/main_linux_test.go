package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// The tests run real launches in which this test binary is the program. Its
// first arguments choose a probe, which tries something forbidden from the
// inside and prints what became of it as JSON. Other roles are launchers of
// their own, outside, that a test can kill or confine.

const (
	probeWord = "probe-inside"
	roleWord  = "role-outside"
)

var (
	probes = map[string]func(args []string) any{} // inside
	roles  = map[string]func(args []string){}     // outside
)

func TestMain(m *testing.M) {
	Stage2()
	if len(os.Args) > 2 {
		switch os.Args[1] {
		case probeWord:
			answer := probes[os.Args[2]](os.Args[3:])
			json.NewEncoder(os.Stdout).Encode(answer)
			return
		case roleWord:
			roles[os.Args[2]](os.Args[3:])
			return
		}
	}
	// What started the tests may ignore hang-ups; the processes under test do not.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	os.Exit(m.Run())
}

// self is this test binary.
func self() string {
	exe, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return exe
}

// probing describes a launch that runs a probe.
func probing(dir, probe string, args ...string) Walls {
	return Walls{Dir: dir, ReadOnly: []string{self()}, Program: self(), Args: append([]string{probeWord, probe}, args...)}
}

// launch starts it and sees to its end.
func launch(t *testing.T, w Walls) *Child {
	t.Helper()
	c, err := Start(w)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// ask runs a launch to its end and gives the probe's answer.
func ask[T any](t *testing.T, w Walls) T {
	t.Helper()
	c := launch(t, w)
	said := make(chan string)
	go func() {
		text, _ := io.ReadAll(c.Stderr)
		said <- string(text)
	}()
	text, err := io.ReadAll(c.Stdout)
	if err != nil {
		t.Fatal(err)
	}
	exit, err := c.Wait()
	var answer T
	if err != nil || exit != (Exit{}) || json.Unmarshal(text, &answer) != nil {
		t.Fatalf("the probe ended with %+v, %v, said %q and %q", exit, err, text, <-said)
	}
	return answer
}

// outcomes maps what was tried to "allowed" or to the errno's name.
type outcomes map[string]string

// try notes the outcome of one attempt.
func (o outcomes) try(name string, err error) {
	var errno syscall.Errno
	switch {
	case err == nil:
		o[name] = "allowed"
	case errors.As(err, &errno):
		o[name] = unix.ErrnoName(errno)
	default:
		o[name] = err.Error()
	}
}

// want compares; several errnos may be right, parted by "|".
func (o outcomes) want(t *testing.T, want outcomes) {
	t.Helper()
	for name, expected := range want {
		got, tried := o[name]
		if !tried {
			got = "not tried"
		}
		if !slices.Contains(strings.Split(expected, "|"), got) {
			t.Errorf("%s: %s, want %s", name, got, expected)
		}
	}
	for name := range o {
		if _, known := want[name]; !known {
			t.Errorf("%s: tried, but nobody said what to expect (%s)", name, o[name])
		}
	}
}

// outside runs this binary in one of the roles. The caller starts it.
func outside(role string, args ...string) []string {
	return append([]string{self(), roleWord, role}, args...)
}

func fatal(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(70)
	}
}
