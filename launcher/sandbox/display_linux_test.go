package sandbox

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func init() {
	probes["call"] = func(sockets []string) any {
		o := outcomes{}
		for _, socket := range sockets {
			c, err := net.Dial("unix", socket)
			if err == nil {
				c.Close()
			}
			o.try(socket, err)
		}
		return o
	}
}

// TestDisplay (CB-145): of all X servers the one that was named can be called from inside,
// by its socket in the file system alone; without being named none can.
func TestDisplay(t *testing.T) {
	t.Parallel()
	own, other := xServer(t), xServer(t)
	abstract := "@" + own
	list := func(display string) []string {
		w := probing(t.TempDir(), "list", "/tmp/.X11-unix")
		w.Display = display
		return ask[map[string][]string](t, w)["/tmp/.X11-unix"]
	}
	call := func(display string) outcomes {
		w := probing(t.TempDir(), "call", own, other, abstract)
		w.Display = display
		return ask[outcomes](t, w)
	}
	call(own).want(t, outcomes{own: "allowed", other: "ENOENT", abstract: "ECONNREFUSED"})
	if seen := list(own); !slices.Equal(seen, []string{filepath.Base(own)}) {
		t.Errorf("inside are %q", seen)
	}
	call("").want(t, outcomes{own: "ENOENT", other: "ENOENT", abstract: "ECONNREFUSED"})
	if seen := list(""); seen != nil {
		t.Errorf("without a display there are %q", seen)
	}
}

// xServer listens where an X server would, on both of its sockets, and gives the
// one in the file system.
func xServer(t *testing.T) string {
	t.Helper()
	if os.Mkdir("/tmp/.X11-unix", 0o700) == nil {
		if err := os.Chmod("/tmp/.X11-unix", os.ModeSticky|0o777); err != nil {
			t.Fatal(err)
		}
	}
	for n := 4000; n < 5000; n++ {
		socket := fmt.Sprintf("/tmp/.X11-unix/X%d", n)
		l, err := net.Listen("unix", socket)
		if err != nil {
			continue // another test's
		}
		abstract, err := net.Listen("unix", "@"+socket)
		if err != nil {
			l.Close()
			continue
		}
		t.Cleanup(func() { l.Close(); abstract.Close() })
		if err := os.Chmod(socket, 0o777); err != nil {
			t.Fatal(err)
		}
		return socket
	}
	t.Fatal("there is no room for an X server")
	return ""
}
