package secrets

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"
)

// Two pairs that differ in both halves, the states large enough to be caught
// half written.
var (
	pairOn  = Login{State: bigState("a"), Export: true}
	pairOff = Login{State: bigState("b"), Export: false}
)

func bigState(letter string) []byte {
	return []byte(filled(letter, 64<<10))
}

// CB-043: 1,000 readers, from processes of their own, against a writer: each
// sees the one pair or the other. Both leave gaps, as people and starts of a
// connector do: the lock promises wholeness, not turns.
func TestRaceWholePairs(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	mustStore(t, dir, pairOn)

	const processes = 4
	ended := make(chan error, processes)
	for range processes {
		reader := child(t, "read pairs", dir.Conf(), "READS=250")
		go func() { ended <- reader.Run() }()
	}
	stores := 0
	for left := processes; left > 0; {
		select {
		case err := <-ended:
			left--
			if err != nil {
				t.Error(err)
			}
		default:
			for _, pair := range []Login{pairOff, pairOn} {
				mustStore(t, dir, pair)
				stores++
				gap()
			}
		}
	}
	t.Logf("%d stores against 1,000 reads", stores)
	wantFiles(t, dir.Path(), ".lock", "BROWSER_EXPORT", "BROWSER_STORAGE_STATE")
}

func gap() { time.Sleep(time.Duration(rand.IntN(int(4 * time.Millisecond)))) }

func readPairs() error {
	dir, err := Open(os.Getenv("CONFIG_LOCAL_DIR"))
	if err != nil {
		return err
	}
	var reads, on int
	if _, err := fmt.Sscan(os.Getenv("READS"), &reads); err != nil {
		return err
	}
	for i := range reads {
		gap()
		login, err := dir.Login(testContext())
		if err != nil {
			return fmt.Errorf("read %d: %w", i, err)
		}
		want := pairOff
		if login.Export {
			want = pairOn
			on++
		}
		if !bytes.Equal(login.State, want.State) {
			return fmt.Errorf("read %d: export %v beside the other state", i, login.Export)
		}
	}
	if on == 0 || on == reads {
		return fmt.Errorf("saw the pair with export on %d times of %d: there was no race", on, reads)
	}
	return nil
}
