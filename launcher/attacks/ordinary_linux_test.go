package attacks

import (
	"testing"

	"connector-browser/launcher/launchtest"
)

// TestAsOrdinaryUser: all of it again without root's rights.
func TestAsOrdinaryUser(t *testing.T) { launchtest.AsOrdinaryUser(t, switchName+"=1") }
