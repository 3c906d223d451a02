package relay

import (
	"encoding/json"
	"slices"
	"sync"

	"connector-browser/strictjson"
)

// modernRevision is the first revision of MCP without a session: every request
// says by itself which revision it is of and what its client can do.
const modernRevision = "2026-07-28"

// The reserved keys of a modern request's _meta.
const (
	metaVersion      = "io.modelcontextprotocol/protocolVersion"
	metaCapabilities = "io.modelcontextprotocol/clientCapabilities"
	metaClient       = "io.modelcontextprotocol/clientInfo"
	metaServer       = "io.modelcontextprotocol/serverInfo"
	metaSubscription = "io.modelcontextprotocol/subscriptionId"
)

const codeUnsupportedVersion = -32022

// modern is the bridge for clients of the 2026-07-28 revision: the pinned
// upstream knows only revisions with a session, so one such session runs
// inside, and what it says is put into the modern forms. The browser is state
// all the same; KNOWN-LIMITS says so.
type modern struct {
	relay *Relay

	mu      sync.Mutex
	streams []json.RawMessage // ids of open subscriptions to tool list changes
}

// gone are the methods that a modern client no longer has.
var gone = []string{"initialize", "notifications/initialized", "ping", "logging/setLevel", "notifications/roots/list_changed", "resources/subscribe", "resources/unsubscribe"}

func (s *modern) Request(x *Exchange) verdict {
	if x.Method == "notifications/cancelled" {
		s.hangUp(x.Message.Params)
		return pass
	}
	meta := metaOf(x.Message.Params)
	if meta[metaVersion] == nil && x.Method != "server/discover" && x.Method != "subscriptions/listen" {
		return pass // a client with a session
	}
	if x.ID == nil {
		return dropped
	}
	x.modern = true
	if problem := s.check(x, meta); problem != nil {
		x.Outcome, x.Answer = "invalid", problem
		return answered
	}
	s.relay.revision.CompareAndSwap(nil, modernRevision)
	s.relay.client.CompareAndSwap(nil, clientName(meta[metaClient]))
	x.elicits = has(meta[metaCapabilities], "elicitation")
	switch {
	case slices.Contains(gone, x.Method):
		x.Answer = protocolError(x.ID, codeMethodNotFound, "Method not found")
		return answered
	case x.Method == "server/discover":
		x.Answer = resultAnswer(x.ID, encode(map[string]any{
			"supportedVersions": []string{modernRevision},
			"capabilities":      with(s.relay.config.Record.Capabilities, "resources", `{}`),
		}))
		return answered
	case x.Method == "subscriptions/listen":
		return s.listen(x)
	}
	return pass
}

// check holds the reserved keys against the specification.
func (s *modern) check(x *Exchange, meta map[string]json.RawMessage) *Message {
	version, err := strictjson.Unquote(meta[metaVersion])
	if err != nil {
		return protocolError(x.ID, codeInvalidParams, "params._meta needs "+metaVersion+", a string")
	}
	if version != modernRevision {
		return &Message{ID: x.ID, Error: encode(map[string]any{
			"code": codeUnsupportedVersion, "message": "Unsupported protocol version",
			"data": map[string]any{"supported": []string{modernRevision}, "requested": clip(version)},
		})}
	}
	if _, err := strictjson.Outline(meta[metaCapabilities]); err != nil {
		return protocolError(x.ID, codeInvalidParams, "params._meta needs "+metaCapabilities+", an object")
	}
	return nil
}

// metaOf gives the members of a request's _meta.
func metaOf(params json.RawMessage) map[string]json.RawMessage {
	meta := map[string]json.RawMessage{}
	members, err := strictjson.Outline(params)
	if err != nil {
		return meta
	}
	for _, m := range members {
		if m.Name != "_meta" {
			continue
		}
		inner, _ := strictjson.Outline(m.Value)
		for _, key := range inner {
			meta[key.Name] = key.Value
		}
	}
	return meta
}

// Answer puts results into their modern form, and a change of the tool list
// into the subscriptions that asked for it.
func (s *modern) Answer(x *Exchange) {
	if x.Answer == nil {
		return
	}
	if x.modern {
		s.complete(x)
		return
	}
	if x.Answer.Method == "notifications/tools/list_changed" && s.relay.negotiated() == modernRevision {
		s.publish(x)
	}
}

// complete adds what every modern result says, and how long lists may be kept:
// not at all, since the policy may be another one at the next launch.
func (s *modern) complete(x *Exchange) {
	result, err := strictjson.Outline(x.Answer.Result)
	if err != nil {
		return // an error
	}
	add := func(name, value string) {
		if !slices.ContainsFunc(result, func(m strictjson.Member) bool { return m.Name == name }) {
			result = append(result, strictjson.Member{Name: name, Value: []byte(value)})
		}
	}
	add("resultType", `"complete"`)
	switch x.Method {
	case "server/discover", "tools/list", "resources/list", "resources/templates/list", "resources/read":
		add("ttlMs", `0`)
		add("cacheScope", `"private"`)
	}
	add("_meta", `{"`+metaServer+`":`+string(s.relay.config.Record.ServerInfo)+`}`)
	x.Answer.Result = join(result)
	x.Answer.Changed()
}
