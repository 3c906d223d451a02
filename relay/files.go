package relay

// Written are the files that the upstream wrote beside its answers.
type Written interface {
	// Withhold takes what must not leave out of those that are new or changed.
	Withhold()
}

// files has what must not leave taken out of the files that an answer may name,
// before the client is told of them. It stands outside of withholding, which
// learns from the answer what a password field holds.
type files struct {
	relay *Relay
	noRequest
}

func (s *files) Answer(x *Exchange) {
	if written := s.relay.config.Written; written != nil && x.Method == "tools/call" && x.Answer != nil {
		written.Withhold()
	}
}
