package secrets

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"connector-browser/secrets/safefile"
)

// Store writes both handles as one group under the lock: the switch first,
// then the state (CB-044). Whatever happens on the way, a reader finds the old
// pair, the old state with the new switch, or the new pair, and each file
// whole. That order is the safe one to fail in when auth turns the export off,
// and in the other case a session may save only over what it was given.
// A context that ends while the lock is waited for leaves everything as it
// was; once writing has begun, it is finished.
func (d *Dir) Store(ctx context.Context, login Login) error {
	if err := CheckState(login.State); err != nil {
		return err
	}
	state, err := d.sealState(ctx, login.State)
	if err != nil {
		return err
	}
	held, err := d.Lock(ctx, "connector-browser auth", d.Waiting)
	if err != nil {
		return err
	}
	defer held.Release()

	d.sweep()
	if login.Export {
		err = d.write(exportName, []byte(exportOn))
	} else {
		err = d.remove(exportName)
	}
	if err != nil {
		return err
	}
	return d.write(stateName, state)
}

// StoreState replaces the login state alone, by what a session has saved
// (CB-131, CB-136). It must obey the auth rule, and the switch must be on at
// this moment (ErrExportOff): a session that started before auth turned the
// export off does not write over what that auth has stored. Under the lock,
// whole or not at all, like Store.
func (d *Dir) StoreState(ctx context.Context, state []byte) error {
	return d.storeState(ctx, state, "saving the login state of a session", func() error {
		on, err := d.export()
		if err == nil && !on {
			return ErrExportOff
		}
		return err
	})
}

// StoreOwn is StoreState for a login that the person has made by hand, who may
// do so whatever the switch says. The switch stays as it is.
func (d *Dir) StoreOwn(ctx context.Context, state []byte) error {
	return d.storeState(ctx, state, "connector-browser login", func() error { return nil })
}

func (d *Dir) storeState(ctx context.Context, state []byte, why string, allowed func() error) error {
	if err := CheckState(state); err != nil {
		return err
	}
	state, err := d.sealState(ctx, state)
	if err != nil {
		return err
	}
	held, err := d.Lock(ctx, why, d.Waiting)
	if err != nil {
		return err
	}
	defer held.Release()

	if err := allowed(); err != nil {
		return err
	}
	d.sweep()
	return d.write(stateName, state)
}

// sealState encrypts a login state where a key is given.
func (d *Dir) sealState(ctx context.Context, state []byte) ([]byte, error) {
	state, err := d.seal(ctx, state)
	if err != nil {
		return nil, fmt.Errorf("the login state was not stored: %w", err)
	}
	return state, nil
}

// Sweep clears what killed saves have left, of handles and of named secrets. The
// caller holds the lock: what is half written otherwise is a save under way.
func (d *Dir) Sweep() {
	d.sweep()
	if d.checkNamedFolder() != nil {
		return // none, or none of ours
	}
	entries, _ := os.ReadDir(d.namedFolder())
	for _, entry := range entries {
		if name, _, left := strings.Cut(strings.TrimPrefix(entry.Name(), "."), "."); left {
			safefile.Sweep(d.namedFolder(), 0, name)
		}
	}
}

// sweep clears what a killed Store has left.
func (d *Dir) sweep() { safefile.Sweep(d.path, 0, exportName, stateName) }

func (d *Dir) write(name string, data []byte) error {
	if err := safefile.Write(d.path, name, data, d.trapFor(name)); err != nil {
		return fmt.Errorf("%s %w", filepath.Join(d.path, name), err)
	}
	return nil
}

func (d *Dir) remove(name string) error {
	if err := safefile.Remove(d.path, name, d.trapFor(name)); err != nil {
		return fmt.Errorf("%s %w", filepath.Join(d.path, name), err)
	}
	return nil
}

// trapFor puts the handle's name before the name of each step.
func (d *Dir) trapFor(name string) safefile.Trap {
	if d.trap == nil {
		return nil
	}
	return func(step string) error { return d.trap(name + " " + step) }
}
