package sandbox

import (
	"os"
	"regexp"
)

// displaySocket is where X servers listen. A server listens on an abstract
// socket of the same name too; that one belongs to the network namespace, so
// nothing inside reaches it.
var displaySocket = regexp.MustCompile(`^/tmp/\.X11-unix/X[0-9]{1,5}$`)

// checkDisplay refuses anything but the socket of one X server. What runs inside
// can do with it what a program of the person's can: see and type into other
// windows of that display. It is the one socket that may be brought inside.
func (w Walls) checkDisplay() error {
	if w.Display == "" {
		return nil
	}
	wrong := func(why string, err error) error {
		return &Error{Wall: "display", Reason: w.Display + " " + why, Cure: "name the socket of an X server, such as /tmp/.X11-unix/X0", Err: err}
	}
	if !displaySocket.MatchString(w.Display) {
		return wrong("is not where an X server listens", nil)
	}
	switch info, err := os.Stat(w.Display); {
	case err != nil:
		return wrong("cannot be used", err)
	case info.Mode().Type() != os.ModeSocket:
		return wrong("is not a socket", nil)
	}
	return nil
}
