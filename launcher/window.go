package launcher

import (
	"errors"
	"os"
	"path/filepath"

	"connector-browser/launcher/sandbox"
	"connector-browser/pins"
	"connector-browser/policy"
	"connector-browser/relay"
	"connector-browser/relay/withhold"
	"connector-browser/secrets"
)

// window makes a launch one whose browser has a window, for a person to log in
// by hand. The walls are those of every launch but for the one socket of the X
// server, which lets whatever runs inside see and type into the other windows of
// that display. No verb but login makes one.
type window struct {
	display *display
	before  []byte // the login state that it starts with
	saver   *saver // of this launch
	state   []byte // to be stored, once the person is done
	refused error  // why the last save has no state
}

var (
	errNoWindow = errors.New("the installed browser has no window; install one that has, by install --browser chrome-for-testing " +
		"or install --browser PATH, or bring the login: auth with a storage state or cookies, or secret for a password that a session types")
	errWindowLost = errors.New("the browser ended before its logins could be read, so nothing was stored; try again")
)

// login starts from what is stored, or from a clean profile. Saving is the whole
// point of this launch, whatever the switch says to sessions (CB-120).
func (w *window) login(stored secrets.Login, err error) (secrets.Login, error) {
	if errors.Is(err, secrets.ErrUnauthorized) {
		stored, err = secrets.Login{State: []byte(secrets.CleanProfile)}, nil
	}
	stored.Export = true
	w.before = stored.State
	return stored, err
}

// prepare leaves of the policy what binds a person as well: where the way out
// leads, and what a save keeps. There is no model here to keep tools, files or
// values from; what the launcher's own calls answer goes to itself.
func (w *window) prepare(p *parts, record *relay.Record) {
	free := policy.Default(relay.Names(record.Tools))
	free.Network, free.Login, free.Limits = p.policy.Network, p.policy.Login, policy.Limits{}
	p.policy = free
	p.withhold = withhold.New(nil)
	// The person's own visits cannot be told from what the browser asks for by
	// itself, and these hosts are where many people log in.
	p.door.always = []string{"google.com", "googleapis.com"}
}

// open lets the display in.
func (w *window) open(walls *sandbox.Walls, build *pins.Build, d *directory) error {
	if !build.HasWindow() {
		return errNoWindow
	}
	walls.Args = windowArguments(build, d)
	walls.Display = w.display.socket()
	walls.Env = append(walls.Env, "DISPLAY=:"+w.display.number)
	if w.display.cookie == nil {
		return nil
	}
	path := filepath.Join(d.home(), ".Xauthority") // where every X client looks
	return os.WriteFile(path, w.display.cookie, 0o600)
}

// hold has saves kept in memory.
func (w *window) hold(s *saver) relay.Saver {
	w.saver = s
	return heldSaver{s, w}
}
