package pins

import "fmt"

// part is one destination of a program: the archives that may fill it.
type part struct {
	program      *Program
	destination  string
	alternatives []*Archive
}

// parts groups the program's archives for the platform by destination.
func (p *Program) parts(platform Platform) []*part {
	var parts []*part
	at := map[string]*part{}
	for _, a := range p.Archives {
		if a.Platform != anyPlatform && a.Platform != platform {
			continue
		}
		if at[a.Destination] == nil {
			at[a.Destination] = &part{program: p, destination: a.Destination}
			parts = append(parts, at[a.Destination])
		}
		at[a.Destination].alternatives = append(at[a.Destination].alternatives, a)
	}
	return parts
}

// role is the one program of a role other than browser.
func (l *Lock) role(r Role) *Program {
	for _, p := range l.programs {
		if p.Role == r {
			return p
		}
	}
	return nil
}

// base gives the server and the runtime for the platform, or the refusal of
// CB-013.
func (l *Lock) base(platform Platform) ([]*Program, error) {
	programs := []*Program{l.role(server), l.role(nodejs)}
	for _, p := range programs {
		if len(p.parts(platform)) == 0 {
			return nil, fmt.Errorf("binaries.lock.json pins no %s build for %s", l.role(server).Name, platform)
		}
	}
	return programs, nil
}
