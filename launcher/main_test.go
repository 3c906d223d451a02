package launcher

import (
	"os"
	"testing"

	"connector-browser/launcher/sandbox"
)

// stubborn, as the first argument of this test binary, makes it a child that
// does not end by itself.
const stubborn = "stubborn-child"

// planted is what these tests have in their own environment, as a person might:
// switches of the upstream's, of Node.js and of Chromium, and a token. None of
// it may change a launch or be seen in it.
var planted = map[string]string{
	"PLAYWRIGHT_MCP_CAPS":        "vision,devtools",
	"PLAYWRIGHT_MCP_NO_SANDBOX":  "true",
	"PLAYWRIGHT_MCP_SECRETS":     "/etc/passwd",
	"PLAYWRIGHT_MCP_PORT":        "8931",
	"PLAYWRIGHT_BROWSERS_PATH":   "/nowhere",
	"playwright_mcp_lower":       "odd",
	"NODE_OPTIONS":               "--title=planted",
	"NODE_EXTRA_CA_CERTS":        "/etc/passwd",
	"DEBUG":                      "*",
	"LD_PRELOAD":                 "",
	"CONNECTOR_DIR":              "/nowhere",
	"BROWSER_STORAGE_STATE_FILE": "/nowhere",
	"BROWSER_EXPORT_FILE":        "/nowhere",
	"BROWSER_EXPORT":             "on",
	"AWS_SECRET_ACCESS_KEY":      "planted-token",
	"LANG":                       "en_US.UTF-8",
	"TZ":                         "Europe/Lisbon",
}

func TestMain(m *testing.M) {
	sandbox.Stage2()
	if len(os.Args) > 1 && os.Args[1] == stubborn {
		beStubborn()
	}
	if len(os.Args) > 1 && os.Args[1] == mortal {
		beMortal()
	}
	for name, value := range planted {
		os.Setenv(name, value)
	}
	os.Exit(m.Run())
}
