package launcher

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
)

// display is the X server that the person sees.
type display struct {
	number string
	cookie []byte // an Xauthority file with the one cookie of this display; nil where none is known
}

func (d *display) socket() string { return "/tmp/.X11-unix/X" + d.number }

var (
	localDisplay = regexp.MustCompile(`^(?:unix)?:([0-9]{1,5})(?:\.[0-9]+)?$`)

	errNoDisplay = errors.New("there is no display to open a window on (DISPLAY names no X server of this machine); " +
		"log in where there is one, or bring the login: auth with a storage state or cookies, or secret for a password that a session types")
)

// findDisplay reads DISPLAY. A display of another machine is reached over the
// network, which the walls close.
func findDisplay() (*display, error) {
	found := localDisplay.FindStringSubmatch(os.Getenv("DISPLAY"))
	if found == nil {
		return nil, errNoDisplay
	}
	d := &display{number: found[1]}
	if info, err := os.Stat(d.socket()); err != nil || info.Mode().Type() != os.ModeSocket {
		return nil, errNoDisplay
	}
	d.cookie = onlyCookie(readXauthority(), d.number)
	return d, nil
}

// maxXauthority bounds what is read of the person's file.
const maxXauthority = 1 << 20

func readXauthority() []byte {
	path := os.Getenv("XAUTHORITY")
	if path == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return nil
		}
		path = filepath.Join(home, ".Xauthority")
	}
	file, err := os.Open(path)
	if err != nil {
		return nil // a server that wants a cookie says so itself
	}
	defer file.Close()
	text, _ := io.ReadAll(io.LimitReader(file, maxXauthority))
	return text
}

// The families of an entry (Xauth.h).
const (
	familyLocal = 256
	familyWild  = 65535
)

// onlyCookie copies the one entry for a display of this machine out of an
// Xauthority file, so that those of other displays and machines stay outside.
// It is written for any host: the name of this machine is another one inside.
func onlyCookie(file []byte, number string) []byte {
	host, _ := os.Hostname()
	for r := bytes.NewReader(file); ; {
		var family uint16
		var fields [4][]byte // address, display number, name, cookie
		if binary.Read(r, binary.BigEndian, &family) != nil {
			return nil
		}
		for i := range fields {
			var length uint16
			if binary.Read(r, binary.BigEndian, &length) != nil || int(length) > r.Len() {
				return nil
			}
			fields[i] = make([]byte, length)
			r.Read(fields[i])
		}
		here := family == familyWild || family == familyLocal && string(fields[0]) == host
		if here && (len(fields[1]) == 0 || string(fields[1]) == number) {
			entry := binary.BigEndian.AppendUint16(nil, familyWild)
			for _, field := range [][]byte{nil, []byte(number), fields[2], fields[3]} {
				entry = binary.BigEndian.AppendUint16(entry, uint16(len(field)))
				entry = append(entry, field...)
			}
			return entry
		}
	}
}
