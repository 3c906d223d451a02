package secrets

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func testContext() context.Context { return context.Background() }

// CB-043: another process that holds the directory keeps a writer and a reader
// out, and they can say who it is and why.
func TestLockHeldByAnotherProcess(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	mustStore(t, dir, Login{State: []byte(CleanProfile)})
	holder := startHolder(t, dir.Conf())
	words := fmt.Sprintf("process %d: connector-browser install, since ", holder.Process.Pid)

	var told []string
	dir.Waiting = func(words string) { told = append(told, words) }
	for name, try := range map[string]func(context.Context) error{
		"Store":      func(ctx context.Context) error { return dir.Store(ctx, Login{State: []byte(CleanProfile)}) },
		"StoreState": func(ctx context.Context) error { return dir.StoreState(ctx, []byte(CleanProfile)) },
		"Login":      func(ctx context.Context) error { _, err := dir.Login(ctx); return err },
	} {
		told = nil
		ctx, cancel := context.WithTimeout(t.Context(), 2*patience)
		err := try(ctx)
		cancel()
		if err == nil || !strings.Contains(err.Error(), "gave up waiting for "+filepath.Join(dir.Path(), ".lock")+", which "+words) {
			t.Errorf("%s under another's lock says %v", name, err)
		}
		if len(told) != 1 || !strings.HasPrefix(told[0], words) {
			t.Errorf("while %s waited, it was told %q; want once %q…", name, told, words)
		}
	}

	// It dies without a word, and the way is free at once.
	if err := holder.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	holder.Wait()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	held, err := dir.Lock(ctx, "a test", nil)
	if err != nil {
		t.Fatal(err)
	}
	held.Release()
	held.Release() // does nothing
}

// startHolder starts a process that holds the directory until it is killed.
func startHolder(t *testing.T, conf string) *exec.Cmd {
	t.Helper()
	cmd := child(t, "hold the lock", conf)
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "held\n" {
		t.Fatalf("the holder says %q, %v", line, err)
	}
	return cmd
}

func holdTheLock() error {
	dir, err := Open(os.Getenv("CONFIG_LOCAL_DIR"))
	if err != nil {
		return err
	}
	if _, err := dir.Lock(testContext(), "connector-browser install", nil); err != nil {
		return err
	}
	fmt.Println("held")
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// The lock file stays, the same one, and its words go with their writer.
func TestLockFile(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	path := filepath.Join(dir.Path(), ".lock")
	var inodes []uint64
	for range 2 {
		held, err := dir.Lock(t.Context(), "a test", nil)
		if err != nil {
			t.Fatal(err)
		}
		if words := holder(path); !strings.HasPrefix(words, fmt.Sprintf("process %d: a test, since ", os.Getpid())) {
			t.Errorf("the lock says %q", words)
		}
		held.Release()
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() != 0 || info.Mode() != 0o600 {
			t.Errorf("released, the lock has %d bytes and mode %v", info.Size(), info.Mode())
		}
		inodes = append(inodes, info.Sys().(*syscall.Stat_t).Ino)
	}
	if inodes[0] != inodes[1] {
		t.Error("the lock file was exchanged between two holders")
	}
}

// Words are repeated only while their writer lives, and never control
// characters.
func TestLockWords(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), ".lock")
	for words, want := range map[string]string{
		"":                              "another connector-browser",
		"process 2147483647: long dead": "another connector-browser",
		"process -1: everybody":         "another connector-browser",
		"anything else":                 "another connector-browser",
		fmt.Sprintf("process %d: \x1b[2J\na test\n", os.Getpid()): fmt.Sprintf("process %d: [2Ja test", os.Getpid()),
	} {
		if err := os.WriteFile(path, []byte(words), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := holder(path); got != want {
			t.Errorf("a lock file with %q names %q, want %q", words, got, want)
		}
	}
}

// Readers share the lock, and a reader leaves no words.
func TestLockShared(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	first, err := dir.share(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	second, err := dir.share(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*patience)
	defer cancel()
	told := ""
	if _, err := dir.Lock(ctx, "a test", func(words string) { told = words }); err == nil || told != "another connector-browser" {
		t.Errorf("with two readers a writer got %v and was told %q", err, told)
	}
	first.Release()
	second.Release()
	held, err := dir.Lock(t.Context(), "a test", nil)
	if err != nil {
		t.Fatal(err)
	}
	held.Release()
}

// Something else in the lock's place is refused: a link could point anywhere.
func TestLockFileRefused(t *testing.T) {
	t.Parallel()
	for name, put := range map[string]func(path string) error{
		"link":      func(path string) error { return os.Symlink("/etc/passwd", path) },
		"fifo":      func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"directory": func(path string) error { return os.Mkdir(path, 0o700) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := newDir(t)
			path := filepath.Join(dir.Path(), ".lock")
			if err := put(path); err != nil {
				t.Fatal(err)
			}
			_, err := dir.Lock(t.Context(), "a test", nil)
			wantError(t, err, path+" is not a regular file; remove it and try again")
		})
	}
}
