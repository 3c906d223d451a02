package relay

import "connector-browser/relay/surface"

// selectors puts the targets of a call into the words of the upstream (CD-075),
// above all stages that read them: on the agent surface.
type selectors struct {
	on bool
	noAnswer
}

func (s selectors) Request(x *Exchange) verdict {
	if !s.on || x.Method != "tools/call" {
		return pass
	}
	arguments, were := surface.Targets(x.arguments)
	if were != nil {
		x.selectors = were
		x.setArguments(arguments)
	}
	return x.each(s.Request)
}
