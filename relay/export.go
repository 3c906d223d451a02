package relay

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"
)

// Saver keeps the login state that a session saved. The launcher makes one
// while the export is on.
type Saver interface {
	// Name gives the path that the upstream is told to write a file of this
	// name to.
	Name(file string) string
	// Save stores what the upstream wrote there and removes the file. Its
	// error says why nothing was stored, without a word of the contents.
	Save(ctx context.Context, file string) error
	// Discard removes the file, if there is one.
	Discard(file string)
}

// saveLimit bounds how long a save may wait for the connector's directory: the
// other answers of the session wait behind it.
const saveLimit = 5 * time.Second

// export lets the model save the login state without seeing it: the file is
// named by us, whatever the caller asked for, and is read by nobody but the one
// save (CB-128, CB-131, CB-135).
type export struct {
	relay *Relay
}

func (s *export) Request(x *Exchange) verdict {
	if x.Method == "notifications/cancelled" && s.relay.flight.saves(requestID(x.Message.Params)) {
		// The upstream would write the file all the same, unobserved. It is too
		// late to cancel, which MCP allows a receiver to find (CB-138).
		return dropped
	}
	if x.Tool != StorageState {
		return pass
	}
	// At least 128 random bits: a page cannot plant a download of this name.
	x.saved = "state-" + strings.ToLower(rand.Text()) + ".json"
	x.setArguments(encode(map[string]string{"filename": s.relay.config.Saver.Name(x.saved)}))
	return pass
}

func (s *export) Answer(x *Exchange) {
	if x.saved == "" {
		return
	}
	saver := s.relay.config.Saver
	if x.Answer == nil || x.Answer.Result == nil || isError(x.Answer) {
		saver.Discard(x.saved) // the upstream's failure passes as it is (CB-134)
		return
	}
	ctx, cancel := context.WithTimeout(s.relay.config.context(), saveLimit)
	defer cancel()
	if err := saver.Save(ctx, x.saved); err != nil {
		x.Outcome = "not stored"
		sentence := fmt.Sprintf("The login state was not stored: %v", err)
		addText(x.Answer, sentence)
		s.relay.config.log("%s", sentence)
	}
}
