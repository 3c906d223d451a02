package doctor

import (
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// task is what the canary is told to try.
type task struct {
	Files   []string `json:"files"`
	Sockets []socket `json:"sockets"`
	Victim  victim   `json:"victim"`
	Marker  string   `json:"marker"` // the name of an environment variable
}

type socket struct {
	Name string         `json:"name"`
	To   map[string]any `json:"to"` // as node:net's connect takes it
}

// bait is what lies out here for the canary, and what watches it.
type bait struct {
	task    task
	made    []string // files to remove
	open    []net.Listener
	signals chan os.Signal

	mu      sync.Mutex
	reached []string // sockets that somebody connected to
}

// signalAttempt, and those below, are named as the script names them.
const signalAttempt = "signal process"

// names lists every attempt.
func (b *bait) names() []string {
	names := []string{"see process", signalAttempt, "read environment"}
	for _, path := range b.task.Files {
		names = append(names, "read "+path)
	}
	for _, s := range b.task.Sockets {
		names = append(names, "connect to "+s.Name)
	}
	return names
}

// layBait puts marker files where a user's secrets lie, opens sockets of the
// host, and makes this process the one to be seen and signalled. Handles are
// files that are there already and that the canary may only try to open.
func layBait(handles []string) (b *bait, err error) {
	b = &bait{signals: make(chan os.Signal, 1)}
	defer func() {
		if err != nil {
			b.takeAway()
		}
	}()
	b.task.Files = handles
	home, _ := os.UserHomeDir()
	for _, folder := range []string{home, os.TempDir()} {
		if path, err := markerIn(folder); err == nil {
			b.made = append(b.made, path)
		}
	}
	if b.made == nil {
		return b, fmt.Errorf("neither your home folder nor %s can be written", os.TempDir())
	}
	b.task.Files = append(b.task.Files, b.made...)

	loopback, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return b, err
	}
	address := loopback.Addr().(*net.TCPAddr)
	b.watch(loopback, socket{address.String(), map[string]any{"host": "127.0.0.1", "port": address.Port}})
	if runtime.GOOS == "linux" { // abstract sockets are in no file system
		name := "connector-browser-canary-" + rand.Text()
		abstract, err := net.Listen("unix", "@"+name)
		if err != nil {
			return b, err
		}
		b.watch(abstract, socket{"an abstract socket", map[string]any{"path": "\x00" + name}})
	}

	b.task.Marker = "CONNECTOR_BROWSER_CANARY_" + rand.Text()
	os.Setenv(b.task.Marker, "seen")
	signal.Notify(b.signals, syscall.SIGUSR2)
	b.task.Victim, err = thisProcess()
	return b, err
}

// markerIn makes a file that only this user may read, and reads it: what nobody
// can read proves nothing.
func markerIn(folder string) (string, error) {
	f, err := os.CreateTemp(folder, ".connector-browser-canary-*") // 0600
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(rand.Text())
	f.Close()
	if err == nil {
		_, err = os.ReadFile(f.Name())
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return f.Name(), err
}

// watch notes who connects.
func (b *bait) watch(l net.Listener, s socket) {
	b.open = append(b.open, l)
	b.task.Sockets = append(b.task.Sockets, s)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Close()
			b.mu.Lock()
			b.reached = append(b.reached, "connect to "+s.Name)
			b.mu.Unlock()
		}
	}()
}

// noticed is what was seen from out here.
func (b *bait) noticed() []string {
	b.mu.Lock()
	noticed := append([]string(nil), b.reached...)
	b.mu.Unlock()
	select {
	case <-b.signals:
		noticed = append(noticed, signalAttempt)
	case <-time.After(100 * time.Millisecond): // a signal is delivered by another thread
	}
	return noticed
}

// takeAway leaves nothing.
func (b *bait) takeAway() {
	signal.Stop(b.signals)
	os.Unsetenv(b.task.Marker)
	for _, l := range b.open {
		l.Close()
	}
	for _, path := range b.made {
		os.Remove(path)
	}
}
