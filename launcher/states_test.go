package launcher_test

import (
	"encoding/json"
	"testing"

	"connector-browser/launcher/launchtest"
	"connector-browser/secrets/secretstest"
)

// CB-036: auth refuses in a login state what the upstream refuses, and nothing
// else: the real one is asked about each state of the table that secrets'
// TestCheckStateMembers goes through.
func TestUpstreamTakesWhatAuthTakes(t *testing.T) {
	t.Parallel()
	all := secretstest.States(t)
	var states []json.RawMessage
	for _, s := range all {
		states = append(states, json.RawMessage(s.State))
	}
	text, err := json.Marshal(states)
	if err != nil {
		t.Fatal(err)
	}
	l := start(t, launchtest.New(t).Auth("", false))
	var taken []bool
	l.Run(`async page => {
		const taken = [];
		for (const storageState of `+string(text)+`)
			taken.push(await page.context().browser().newContext({ storageState }).then(async c => { await c.close(); return true; }, () => false));
		return taken;
	}`, &taken)
	if len(taken) != len(all) {
		t.Fatalf("%d answers about %d states", len(taken), len(all))
	}
	for i, s := range all {
		if taken[i] != (s.Fault == "") {
			t.Errorf("%s: the upstream takes it: %v; auth's fault: %q", s.Name, taken[i], s.Fault)
		}
	}
	l.leaves()
}
