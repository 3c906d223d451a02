package relay

import (
	"encoding/json"
	"slices"

	"connector-browser/strictjson"
)

// recorded answers what is known without the child: initialize, the life sign
// while the child starts, and the connector's one resource.
type recorded struct {
	relay *Relay
	noAnswer
}

func (s *recorded) Request(x *Exchange) verdict {
	r := s.relay
	switch x.Method {
	case "initialize":
		if x.ID == nil {
			return dropped
		}
		x.Answer = r.initialize(x)
		return answered
	case "notifications/initialized":
		return dropped // the child is told by the relay, in its own time
	case "ping":
		if s, _ := r.current(); s == nil || !s.open() {
			x.Answer = resultAnswer(x.ID, json.RawMessage(`{}`))
			return answered
		}
	case "resources/list", "resources/templates/list", "resources/read":
		x.Answer = r.resource(x)
		return answered
	}
	if r.config.Parked && x.Method != "tools/list" && x.Method != "tools/call" {
		if x.ID == nil || x.Method == "" {
			return dropped
		}
		x.Answer = protocolError(x.ID, codeMethodNotFound, "Method not found")
		return answered
	}
	return pass
}

// initialize answers from the record, and settles with which words the child is
// greeted: the client's own, less the roots, whose folders do not exist inside
// the walls (DESIGN: decision 2).
func (r *Relay) initialize(x *Exchange) *Message {
	params, err := strictjson.Outline(x.Message.Params)
	if err != nil {
		return protocolError(x.ID, codeInvalidParams, "initialize needs params")
	}
	asked, ok, elicits := "", false, false
	for i, m := range params {
		switch m.Name {
		case "protocolVersion":
			asked, err = strictjson.Unquote(m.Value)
			ok = err == nil
		case "capabilities":
			elicits = has(m.Value, "elicitation")
			params[i].Value = without(m.Value, "roots")
		case "clientInfo":
			r.client.Store(clientName(m.Value))
		}
	}
	if !ok {
		return protocolError(x.ID, codeInvalidParams, "initialize needs params.protocolVersion, a string")
	}
	record := r.config.Record
	version := record.version(asked)
	r.revision.Store(version)
	r.elicits.Store(elicits && version >= firstElicitation)
	r.hello.settle(join(params), record.initialize(version, record.Capabilities))
	return resultAnswer(x.ID, record.initialize(version, with(record.Capabilities, "resources", `{}`)))
}

// firstElicitation is the first revision that knows questions to the person. A
// client of an older one may name the capability all the same, and could not
// read the request.
const firstElicitation = "2025-06-18"

// defaultHello is how the child is greeted for a client that does not
// initialize.
func (r *Relay) defaultHello() (params, expected json.RawMessage) {
	version := r.config.Record.version("")
	params = encode(map[string]any{
		"protocolVersion": version,
		"capabilities":    map[string]any{},
		"clientInfo":      map[string]any{"name": "connector-browser", "version": "1"},
	})
	return params, r.config.Record.initialize(version, r.config.Record.Capabilities)
}

// negotiated is the protocol revision of the session.
func (r *Relay) negotiated() string {
	revision, _ := r.revision.Load().(string)
	return revision
}

func clientName(clientInfo []byte) string {
	var info map[string]any
	if json.Unmarshal(clientInfo, &info) != nil {
		return ""
	}
	name, _ := info["name"].(string)
	return name[:min(len(name), 64)]
}

// join writes an object from its members.
func join(members []strictjson.Member) json.RawMessage {
	b := []byte{'{'}
	for i, m := range members {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, quote(m.Name)...), ':'), m.Value...)
	}
	return append(b, '}')
}

// has reports whether an object has a member of this name.
func has(object []byte, name string) bool {
	members, err := strictjson.Outline(object)
	return err == nil && slices.ContainsFunc(members, func(m strictjson.Member) bool { return m.Name == name })
}

// without gives an object less one member; what is no object stays as it is.
func without(object []byte, name string) []byte {
	members, err := strictjson.Outline(object)
	if err != nil {
		return object
	}
	return join(slices.DeleteFunc(members, func(m strictjson.Member) bool { return m.Name == name }))
}

// with gives an object with one member more.
func with(object []byte, name, value string) json.RawMessage {
	members, err := strictjson.Outline(object)
	if err != nil {
		return object
	}
	return join(append(members, strictjson.Member{Name: name, Value: []byte(value)}))
}
