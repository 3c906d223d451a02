package launcher

import (
	"cmp"
	"context"
	"crypto/rand"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"connector-browser/relay"
	"connector-browser/secrets"
)

// watchScript tells when the last window was closed, and what was in it.
//
//go:embed window.js
var watchScript string

// watchPause is longer than the script may take to find that the browser is gone.
const watchPause = time.Second

var errInterrupted = errors.New("interrupted; the stored login is as it was")

// LogIn opens the browser with a window at an address, for a person to log in by
// hand, and stores the login state when done is closed or the last window is:
// by the rules of every save, but whatever the switch of the export says. It
// gives what was stored. Where the context ends, or anything fails, the stored
// login stays as it was.
func (l Launch) LogIn(ctx context.Context, address string, done <-chan struct{}) ([]byte, error) {
	display, err := findDisplay()
	if err != nil {
		return nil, err
	}
	if _, err := secrets.Create(l.Conf); err != nil {
		return nil, err
	}
	l.window = &window{display: display}
	in, toLaunch := io.Pipe()
	fromLaunch, out := io.Pipe()
	l.In, l.Out, l.Err = in, out, io.Discard // what the browser complains about a machine with less in it is noise

	ended := make(chan error, 1)
	go func() {
		_, err := l.Run(ctx)
		in.Close()
		out.Close()
		ended <- err
	}()
	session := &byHand{window: l.window, say: l.Say, done: done, over: make(chan struct{})}
	outcome := make(chan error, 1)
	go func() { outcome <- session.run(newTalk(toLaunch, fromLaunch), address) }()

	var problem error
	select {
	case problem = <-outcome:
		toLaunch.Close()
		err = <-ended
	case err = <-ended: // by itself, or because the context ended
		close(session.over)
		problem = errWindowLost
	}
	switch {
	case ctx.Err() != nil:
		return nil, errInterrupted
	case problem != nil:
		return nil, cmp.Or(err, problem) // why it ended says more than what that looked like from within
	}
	state := l.window.state
	return state, l.window.saver.connector.StoreOwn(ctx, state)
}

// byHand is the course of one login.
type byHand struct {
	window *window
	say    func(string)
	done   <-chan struct{}
	over   chan struct{} // closed when the launch has ended
}

func (b *byHand) run(t *talk, address string) error {
	opened, err := b.await(t.call("browser_navigate", map[string]any{"url": address}))
	if err != nil {
		return err
	}
	if opened.failed {
		return fmt.Errorf("the page could not be opened in a window, and nothing was stored: %w", opened.reason())
	}
	b.say("log in in the window that has opened; press Enter here or close the window when that is done, Ctrl-C to store nothing")
	for {
		file := "state-" + strings.ToLower(rand.Text()) + ".json" // as unguessable as that of a save
		watch := t.call("browser_run_code_unsafe", map[string]any{"code": b.script(file)})
		select {
		case <-b.over:
			return errWindowLost
		case <-b.done:
			return b.entered(t, watch, file)
		case answer := <-watch:
			if answer.result() != "" || !strings.Contains(answer.text, "odal state") {
				return b.closed(answer, file)
			}
		}
		// A dialog of the page's or of its file picker's came between. The one goes
		// when the person answers it; the other is taken away, since there is no
		// file inside that it could pick.
		if _, err := b.await(t.call("browser_file_upload", map[string]any{})); err != nil {
			return err
		}
		select {
		case <-time.After(time.Second):
		case <-b.done:
			return b.entered(t, watch, file)
		}
	}
}

// entered takes the state of the browser whose window stands open.
func (b *byHand) entered(t *talk, watch <-chan said, file string) error {
	saved, err := b.await(t.call(relay.StorageState, map[string]any{}))
	select {
	case answer := <-watch:
		// The browser went in the same moment. It was the right one, and the
		// upstream may have started another for the save.
		return b.closed(answer, file)
	case <-time.After(watchPause):
	}
	switch {
	case err != nil:
		return err
	case saved.failed:
		return fmt.Errorf("the logins could not be read, and nothing was stored: %w", saved.reason())
	case b.window.refused != nil:
		return fmt.Errorf("the login state was not stored: %w", b.window.refused)
	}
	return nil
}

// closed takes what the watch found when the last window was closed.
func (b *byHand) closed(answer said, file string) error {
	kind, seen, _ := strings.Cut(answer.result(), " ")
	switch kind {
	case "whole":
		return b.window.take(file)
	case "seen":
		return b.window.takeSnapshot(seen)
	}
	return errWindowLost
}

func (b *byHand) script(file string) string {
	path, err := json.Marshal(b.window.saver.Name(file))
	if err != nil {
		panic("launcher: a path that is no JSON: " + err.Error())
	}
	return strings.Replace(watchScript, "FILE", string(path), 1)
}

func (b *byHand) await(answer <-chan said) (said, error) {
	select {
	case s := <-answer:
		return s, nil
	case <-b.over:
		return said{}, errWindowLost
	}
}
