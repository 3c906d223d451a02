// Package connectorbrowser carries the pins: the one place that names a build,
// and what the pinned upstream was seen to say.
package connectorbrowser

import _ "embed"

// Lock is binaries.lock.json.
//
//go:embed binaries.lock.json
var Lock []byte
