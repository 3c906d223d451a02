package relay_test

import (
	"bufio"
	"errors"
	"strings"
	"testing"

	"connector-browser/relay"
)

// A call that comes in the very moment in which another one is given up waits
// for the next child; it is not lost between the two.
func TestCallBetweenTwoChildren(t *testing.T) {
	t.Parallel()
	in, say := pipe(t)
	out, toClient := pipe(t)
	r := relay.New(relay.Config{Record: record(t)}, in, toClient)
	r.Serve()
	client := &scripted{t: t, toUs: bufio.NewReader(out), say: say}
	go func() {
		for err := relay.ErrRestart; errors.Is(err, relay.ErrRestart); {
			childIn, toChild := pipe(t)
			childOut, child := pipe(t)
			s := &scripted{t: t, child: child}
			go s.run(childIn, relay.Config{}, func(line []byte) []byte {
				if strings.Contains(string(line), "browser_close") {
					child.Close()
					return nil
				}
				return echo(line)
			})
			err = r.Pump(relay.Child{In: toChild, Out: childOut})
		}
	}()
	for n := range 50 {
		client.send(call(2*n, "browser_close", `{}`))
		if got := client.next(); !strings.Contains(got, `"connector.restarted"`) {
			t.Fatalf("a call at which the child ends was answered %s", got)
		}
		client.send(call(2*n+1, "browser_snapshot", `{}`))
		if got := client.next(); !strings.Contains(got, `"result"`) {
			t.Fatalf("the next call was answered %s", got)
		}
	}
}
