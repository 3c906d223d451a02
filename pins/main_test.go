package pins_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"testing"

	"connector-browser/pins"
)

// TestMain makes this test binary a program that installs a toy, for tests that
// need a process to kill: PINS_TEST_INSTALL is bin/, PINS_TEST_FROM a folder
// with the archives and the lock.
func TestMain(m *testing.M) {
	bin := os.Getenv("PINS_TEST_INSTALL")
	if bin == "" {
		os.Exit(m.Run())
	}
	from := os.Getenv("PINS_TEST_FROM")
	data, err := os.ReadFile(from + "/lock.json")
	must(err)
	lock, err := pins.ParseLock(data)
	must(err)
	if mount := os.Getenv("PINS_TEST_TMPFS"); mount != "" {
		must(mountTmpfs(mount, os.Getenv("PINS_TEST_SIZE")))
	}
	_, err = pins.Install(context.Background(), pins.Options{
		Lock: lock, Platform: pins.HostPlatform(), Dir: bin, From: from, Progress: spoken{}, Client: http.DefaultClient,
	})
	if err != nil {
		fmt.Println("refused:", err)
		os.Exit(1)
	}
	fmt.Println("installed")
	os.Exit(0)
}

// spoken says to the parent how far the installation is.
type spoken struct{}

func (spoken) Started(string, int64, int64) {}
func (spoken) Received(string, int64)       {}
func (spoken) Finished(string)              {}
func (spoken) Note(s string)                { fmt.Println("note:", s) }
