package doctor

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// canaryScript really tries what the walls are there to stop.
//
//go:embed canary.js
var canaryScript string

// lookAtCanary builds the walls and has code inside try to get out. It fails
// loudly when any attempt works: walls that only seem to stand are worse than
// none.
func (d *Doctor) lookAtCanary(ctx context.Context) Result {
	switch {
	case d.checked == nil:
		return noBuild()
	case !d.walled:
		return skipped("the walls come first; see walls")
	}
	const again = "connector-browser doctor"
	b, err := layBait(d.handlePaths())
	if err != nil {
		return failed(again, "nothing can be put out for the canary to try: %v", err)
	}
	defer b.takeAway()
	task, err := json.Marshal(b.task)
	if err != nil {
		return failed(again, "the canary cannot be told what to try: %v", err)
	}
	printed, err := d.inside(job{ctx, d.checked, []string{"-e", canaryScript, "--", string(task)}})
	var attempts []attempt
	if err == nil {
		err = json.Unmarshal(printed, &attempts)
	}
	if err == nil {
		err = b.complete(attempts)
	}
	if err != nil {
		return failed(again, "the canary did not get to try everything: %v", err)
	}
	if worked := b.worked(attempts); worked != nil {
		return failed("do not use it on this machine, and report this with the output of: connector-browser version; uname -a",
			"CODE INSIDE THE WALLS GOT OUT: it could %s", strings.Join(worked, ", "))
	}
	return ok("%d attempts to get out of the walls failed: at files, processes, the environment, the host's sockets", len(attempts))
}

// attempt is one thing that the script tried; without an error it worked.
type attempt struct {
	Name  string `json:"name"`
	Error string `json:"error"`
}

// complete refuses a list that lacks something: an attempt that was not made
// has not failed.
func (b *bait) complete(attempts []attempt) error {
	for _, name := range b.names() {
		if !slices.ContainsFunc(attempts, func(a attempt) bool { return a.Name == name }) {
			return fmt.Errorf("%q is missing", name)
		}
	}
	return nil
}

// worked lists the attempts that worked. What can be seen from out here counts,
// whatever the script says: a number that it could signal may be a process
// inside, and one that says nothing may have got through.
func (b *bait) worked(attempts []attempt) []string {
	var worked []string
	for _, a := range attempts {
		if a.Error == "" && a.Name != signalAttempt {
			worked = append(worked, a.Name)
		}
	}
	for _, noticed := range b.noticed() {
		if !slices.Contains(worked, noticed) {
			worked = append(worked, noticed)
		}
	}
	return worked
}
