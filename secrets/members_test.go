package secrets_test

import (
	"strings"
	"testing"

	"connector-browser/secrets"
	"connector-browser/secrets/secretstest"
)

// CB-036: what the upstream refuses in a login state auth refuses first, with the
// place and without the value. That the upstream does is shown by the launcher's
// TestUpstreamTakesWhatAuthTakes.
func TestCheckStateMembers(t *testing.T) {
	t.Parallel()
	for _, s := range secretstest.States(t) {
		err := secrets.CheckState([]byte(s.State))
		switch {
		case s.Fault == "" && err != nil:
			t.Errorf("%s: %v", s.Name, err)
		case s.Fault != "" && (err == nil || !strings.HasPrefix(err.Error(), "the login state has a fault at "+s.Fault+": ")):
			t.Errorf("%s: got %v, want a fault at %s", s.Name, err, s.Fault)
		case err != nil && strings.Contains(err.Error(), "MARKER"):
			t.Errorf("%s: the refusal repeats the value: %v", s.Name, err)
		}
	}
}
