package sandbox

// Error says which wall cannot be built, why, and what mends it. Nothing has
// been started when a caller sees one: a missing wall is a refusal.
type Error struct {
	Wall   string // "user namespace", "seccomp", "/proc", …
	Reason string // what the kernel refused, and the setting behind it where it is known
	Cure   string // what to do: a command or a profile where there is one
	Err    error  // the operating system's own word, nil when we refused
}

// Error is one sentence.
func (e *Error) Error() string {
	s := "cannot wall in the browser: " + e.Wall + ": " + e.Reason
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	if e.Cure != "" {
		s += "; " + e.Cure
	}
	return s
}

// Unwrap gives the operating system's error.
func (e *Error) Unwrap() error { return e.Err }
