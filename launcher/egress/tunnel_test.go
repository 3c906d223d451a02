package egress

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net"
	"sync/atomic"
	"testing"
	"time"
)

// pair is a TCP connection, both ends.
func pair(t *testing.T) (a, b net.Conn) {
	t.Helper()
	l := listen(t)
	defer l.Close()
	a, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if b, err = l.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close(); b.Close() })
	return a, b
}

// A copy that wakes all the time, in the middle of whatever it is doing, loses
// no byte and changes none.
func TestCarryLosesNothing(t *testing.T) {
	t.Parallel()
	from, src := pair(t)
	dst, to := pair(t)
	random := rand.NewChaCha8([32]byte{})
	data := make([]byte, 8<<20)
	random.Read(data)
	done := make(chan int64)
	go func() { done <- carry(dst, src, []byte("first"), time.Millisecond, new(atomic.Int64)) }()
	go func() {
		for rest := data; len(rest) > 0; {
			n := min(len(rest), 1+rand.IntN(200_000))
			from.Write(rest[:n])
			rest = rest[n:]
			time.Sleep(time.Duration(rand.IntN(3)) * time.Millisecond)
		}
		from.Close()
	}()
	got, err := io.ReadAll(to)
	if err != nil || !bytes.Equal(got, append([]byte("first"), data...)) {
		t.Errorf("%d bytes of %d, %v", len(got), len(data)+5, err)
	}
	if n := <-done; n != int64(len(got)) {
		t.Errorf("counted %d bytes of %d", n, len(got))
	}
}
