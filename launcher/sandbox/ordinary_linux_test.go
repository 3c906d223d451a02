package sandbox

import (
	"os"
	"testing"

	"connector-browser/launcher/launchtest"
)

// TestAsOrdinaryUser runs all other tests again under an id that owns nothing
// here, when root runs them: the walls stand for both alike.
func TestAsOrdinaryUser(t *testing.T) {
	if outside, err := outsideIdentity(); os.Geteuid() == 0 && (err != nil || !outside.handOver) {
		t.Skip("no second id exists here")
	}
	launchtest.AsOrdinaryUser(t)
}
