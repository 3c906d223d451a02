package attacks

import (
	"fmt"
	"io"
	"net"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"connector-browser/launcher/launchtest"
)

// trap listens on every address of this machine, by every means, and keeps what
// arrives. Nothing ever should.
type trap struct {
	t        *testing.T
	port     int
	abstract string

	mu      sync.Mutex
	arrived []string
}

func newTrap(t *testing.T) *trap {
	t.Helper()
	trap := &trap{t: t}
	tcp, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	trap.port = tcp.Addr().(*net.TCPAddr).Port
	trap.accept("TCP", tcp)
	udp, err := net.ListenPacket("udp", fmt.Sprintf(":%d", trap.port))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { udp.Close() })
	go func() {
		buffer := make([]byte, 1500)
		for {
			n, _, err := udp.ReadFrom(buffer)
			if err != nil {
				return
			}
			trap.note("UDP", buffer[:n])
		}
	}()
	trap.abstract = fmt.Sprintf("@connector-browser-attack-%d-%d", os.Getpid(), trap.port)
	abstract, err := net.Listen("unix", trap.abstract)
	if err != nil {
		t.Fatal(err)
	}
	trap.accept("abstract", abstract)
	trap.vsock()
	trap.works()
	return trap
}

func (trap *trap) accept(kind string, l net.Listener) {
	trap.t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				buffer := make([]byte, 1500)
				trap.note(kind, nil)
				n, _ := c.Read(buffer)
				trap.note(kind, buffer[:n])
			}()
		}
	}()
}

// vsock listens on the machine's own virtual socket, where there is one.
func (trap *trap) vsock() {
	fd, err := unix.Socket(unix.AF_VSOCK, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return
	}
	if unix.Bind(fd, &unix.SockaddrVM{CID: unix.VMADDR_CID_ANY, Port: uint32(trap.port)}) != nil || unix.Listen(fd, 8) != nil {
		unix.Close(fd)
		return
	}
	trap.t.Cleanup(func() { unix.Shutdown(fd, unix.SHUT_RDWR); unix.Close(fd) })
	go func() {
		for {
			c, _, err := unix.Accept(fd)
			if err != nil {
				return
			}
			trap.note("vsock", nil)
			unix.Close(c)
		}
	}()
}

// works wants the trap to catch what is sent to it from outside of the walls.
func (trap *trap) works() {
	trap.t.Helper()
	targets := []string{"tcp 127.0.0.1", "tcp 127.1.0.7", "udp 127.0.0.1", "tcp ::1"}
	for _, target := range targets {
		network, host, _ := strings.Cut(target, " ")
		c, err := net.Dial(network, net.JoinHostPort(host, fmt.Sprint(trap.port)))
		if err != nil {
			trap.t.Fatal(err)
		}
		io.WriteString(c, "proof")
		c.Close()
	}
	if !launchtest.Within(waiting, func() bool { return strings.Count(strings.Join(trap.caught(), " "), "proof") == len(targets) }) {
		trap.t.Fatalf("the trap caught %q", trap.caught())
	}
	trap.mu.Lock()
	trap.arrived = nil
	trap.mu.Unlock()
}

func (trap *trap) note(kind string, text []byte) {
	trap.mu.Lock()
	defer trap.mu.Unlock()
	trap.arrived = append(trap.arrived, fmt.Sprintf("%s %.120q", kind, text))
}

func (trap *trap) caught() []string {
	trap.mu.Lock()
	defer trap.mu.Unlock()
	return append([]string{}, trap.arrived...)
}

// empty wants nothing to have arrived.
func (trap *trap) empty(t *testing.T) {
	t.Helper()
	if caught := trap.caught(); len(caught) > 0 {
		t.Errorf("something arrived outside: %q", caught)
	}
}

// addresses are those of this machine, but for the loopback's and link-local ones.
func addresses(t *testing.T) (hosts []string) {
	t.Helper()
	all, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range all {
		if ip := one.(*net.IPNet).IP; !ip.IsLoopback() && !ip.IsLinkLocalUnicast() {
			hosts = append(hosts, ip.String())
		}
	}
	return hosts
}

// armed makes a configuration whose launches see the attacker's programs, in a
// folder that may be uploaded from.
func armed(t *testing.T, policy string) *launchtest.Conf {
	t.Helper()
	conf := launchtest.New(t).Auth(loggedIn, false)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err == nil {
		err = os.Mkdir(filepath.Dir(attacker(conf)), 0o755)
	}
	if err == nil {
		err = os.WriteFile(attacker(conf), program, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	return conf.Policy(policy + "\n[files]\nread = [" + quote(filepath.Dir(attacker(conf))) + "]\n")
}

func attacker(conf *launchtest.Conf) string { return filepath.Join(conf.Dir, "read", "attacker") }

// token is a login that a test stores, as long and random as real ones.
const token = "k3T9xQ2mV7bL5wZ8rN4cJ6hF1dS0aGpY"

const loggedIn = `{"cookies":[{"name":"session","value":"` + token + `","domain":"127.0.0.1","path":"/","expires":-1,"httpOnly":true,"secure":false,"sameSite":"Lax"}],"origins":[]}`

func allow(s *httptest.Server) string { return fmt.Sprintf("[network]\nallow = [%q]\n", host(s)) }

func host(s *httptest.Server) string {
	u, err := url.Parse(s.URL)
	if err != nil {
		panic(err)
	}
	return u.Host
}
