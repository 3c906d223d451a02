package relay

// Stage is one step of a message's walk. Both sides run in the order of the
// messages, so neither may wait; a request side that must wait returns later.
type Stage interface {
	// Request sees what the client sends, on its way to the child.
	Request(x *Exchange) verdict
	// Answer sees what goes to the client: the answer to a request, or what
	// the child says of its own accord.
	Answer(x *Exchange)
}

// walk is the order of the stages, outermost first. What the client sends walks
// down the list to the child, what the child says walks up to the client; an
// answer that a stage gives itself walks up from that stage. So whatever leaves is
// withheld, then bounded and traced, and nothing that was refused reaches a stage
// below the one that refused it.
func (r *Relay) walk() []Stage {
	stages := []Stage{
		&tracing{relay: r},
		&bound{relay: r},
		&files{relay: r},
		&withholding{relay: r},
		&modern{relay: r},
		&recorded{relay: r},
		&scope{relay: r},
		&validate{relay: r},
		selectors{on: r.config.Agent},
		&approve{relay: r},
		&substitute{relay: r},
		r.observe,
		normalize{},
		&export{relay: r},
	}
	if r.config.Agent {
		return append(stages, &agent{relay: r}) // it makes the calls itself, one by one, and tells what they did
	}
	return append(stages, &firstPage{relay: r})
}

// Sides that look at nothing.
type (
	noRequest struct{}
	noAnswer  struct{}
)

func (noRequest) Request(*Exchange) verdict { return pass }
func (noAnswer) Answer(*Exchange)           {}
