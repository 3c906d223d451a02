package policy

import "time"

// The bounds of [limits].call_seconds.
const (
	defaultCall = 120 * time.Second
	maxCall     = time.Hour
)

// Parse reads the text of a policy.toml that stands in the connector's
// directory dir. See Load for known and own.
func Parse(data []byte, dir string, known []string, own ...Own) (*Policy, error) {
	if err := checkText(FileName, data); err != nil {
		return nil, err
	}
	doc, err := parseDocument(FileName, data)
	if err != nil {
		return nil, err
	}
	p := Default(known)
	p.Tools.own = own
	p.File = FileName

	root := &doc.root
	if err := p.readSurface(root); err != nil {
		return nil, err
	}
	for _, part := range []struct {
		name string
		read func(*table) error
	}{
		{"tools", p.Tools.read},
		{"network", p.Network.read},
		{"files", func(t *table) error { return p.Files.read(t, dir) }},
		{"login", p.Login.read},
		{"limits", p.Limits.read},
	} {
		t, err := root.takeTable(part.name)
		if err != nil {
			return nil, err
		}
		if err := part.read(t); err != nil {
			return nil, err
		}
		if err := t.done(); err != nil {
			return nil, err
		}
	}
	if err := root.done(); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *Policy) readSurface(root *table) error {
	value, line, ok := root.take("surface")
	if !ok {
		return nil
	}
	word, ok := value.(string)
	if !ok {
		return root.wrongType(line, "surface", `"upstream" or "agent"`, value)
	}
	if word != SurfaceUpstream && word != SurfaceAgent {
		return refuse(FileName, line, "surface is %s%s", quote(word), didYouMean(word, []string{SurfaceUpstream, SurfaceAgent}))
	}
	p.Surface, p.SurfaceLine = word, place(FileName, line)
	if word == SurfaceAgent {
		p.Tools.addOwn()
	}
	return nil
}

func (l *Limits) read(t *table) error {
	value, line, ok := t.take("call_seconds")
	if !ok {
		return nil
	}
	seconds, ok := value.(int64)
	if !ok {
		return t.wrongType(line, "call_seconds", "a whole number", value)
	}
	if seconds < 1 || seconds > int64(maxCall/time.Second) {
		return refuse(FileName, line, "limits.call_seconds is %d; it may be 1 to %d", seconds, maxCall/time.Second)
	}
	l.Call, l.CallLine = time.Duration(seconds)*time.Second, place(FileName, line)
	return nil
}
