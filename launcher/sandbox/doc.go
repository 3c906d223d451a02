// Package sandbox builds the walls around one child process from the operating
// system's own means, and takes them down with it.
//
// On Linux a launch is three processes, each a re-execution of this program
// but the last:
//
//	launcher   Start: clones the builder into namespaces of its own, hands it
//	           the description of the walls, then holds the pipes and the door
//	builder    build: takes hold of the few host paths that may be seen, enters
//	           an empty root, puts them up read-only, gives up every privilege,
//	           installs the seccomp filter, and executes itself again as
//	init       supervise: process 1 of the namespace; listens for the proxy,
//	           starts the program, reaps, passes signals on, reports the end
//	program    what the caller named: Node.js with Playwright MCP
//
// Two rules hold throughout. A wall that cannot be built is an *Error and
// nothing starts: there is no "best effort". And everything inside ends with
// the launcher, however the launcher ends.
//
// On macOS the same description becomes a Seatbelt profile. Other platforms
// are refused.
package sandbox
