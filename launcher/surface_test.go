package launcher_test

import (
	"context"
	"strings"
	"testing"

	"connector-browser/launcher/launchtest"
)

// A surface that is not there is refused by name and line, and leaves nothing.
func TestSurfaceThatIsNotThere(t *testing.T) {
	conf := launchtest.New(t).Auth("", false).Policy("surface = \"agent\"\n")
	l := prepare(conf)
	l.In, l.Out = strings.NewReader(""), &words{}
	if _, err := l.Run(context.Background()); err == nil || !strings.Contains(err.Error(), "policy.toml:1: the agent surface is not part of this version") {
		t.Errorf("the launch ended with %v", err)
	}
	conf.LeavesNothing()
}
