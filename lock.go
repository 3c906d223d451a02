// Package connectorbrowser carries the pins: the one place that names a build,
// and what the pinned upstream was seen to say.
package connectorbrowser

import _ "embed"

// Lock is binaries.lock.json.
//
//go:embed binaries.lock.json
var Lock []byte

// Record is what the pinned Playwright MCP answered to initialize and
// tools/list, with the storage capability on; see relay.ParseRecord.
//
//go:embed upstream.record.json
var Record []byte
