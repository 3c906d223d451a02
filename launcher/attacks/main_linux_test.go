package attacks

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"connector-browser/launcher/sandbox"
)

// insideWord, as the first argument of this test binary, makes it a program of
// the attacker's: a launch sees it in a folder of files.read and its code runs
// it. That is more than an attacker has, since what code writes itself cannot
// be executed.
const insideWord = "attack-from-inside"

// programs are what it can do, by name. Each prints its answer as JSON.
var programs = map[string]func(args []string) any{}

// planted is in the environment of the launcher, and in no launch's.
const planted = "planted-k3T9xQ2mV7bL5wZ8"

// switchName is the environment variable that has the attacks run.
const switchName = "CONNECTOR_BROWSER_ATTACKS"

func TestMain(m *testing.M) {
	sandbox.Stage2()
	if len(os.Args) > 2 && os.Args[1] == insideWord {
		json.NewEncoder(os.Stdout).Encode(programs[os.Args[2]](os.Args[3:]))
		return
	}
	if os.Getenv(switchName) == "" {
		fmt.Println("skipped: the attacks fill processes, memory and disk, which nothing else should be tested beside; run them alone with " + switchName + "=1")
		return
	}
	os.Setenv("CONNECTOR_TOKEN", planted)
	os.Exit(m.Run())
}
