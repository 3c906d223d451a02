package relay

import (
	"bytes"
	"encoding/json"
	"slices"

	"connector-browser/strictjson"
)

// maxStreams bounds the subscriptions that a client may hold open.
const maxStreams = 16

// listen opens a subscription. The request is not answered while it is open;
// the first word on it says which notifications will come.
func (s *modern) listen(x *Exchange) verdict {
	var params struct {
		Notifications map[string]any `json:"notifications"`
	}
	if json.Unmarshal(x.Message.Params, &params) != nil || params.Notifications == nil {
		x.Answer = protocolError(x.ID, codeInvalidParams, "subscriptions/listen needs params.notifications, an object")
		return answered
	}
	agreed := map[string]any{}
	if params.Notifications["toolsListChanged"] == true {
		agreed["toolsListChanged"] = true
	}
	s.mu.Lock()
	full := len(s.streams) == maxStreams
	if !full && len(agreed) > 0 {
		s.streams = append(s.streams, bytes.Clone(x.ID))
	}
	s.mu.Unlock()
	if full {
		x.Answer = protocolError(x.ID, codeInvalidRequest, "too many subscriptions are open")
		return answered
	}
	s.tell(x.ID, "notifications/subscriptions/acknowledged", map[string]any{"notifications": agreed})
	return dropped
}

// hangUp closes a subscription that the client cancelled.
func (s *modern) hangUp(params json.RawMessage) {
	members, _ := strictjson.Outline(params)
	for _, m := range members {
		if m.Name == "requestId" {
			s.mu.Lock()
			s.streams = slices.DeleteFunc(s.streams, func(id json.RawMessage) bool { return idKey(id) == idKey(m.Value) })
			s.mu.Unlock()
		}
	}
}

// publish sends a change of the tool list to each subscription, and nothing to
// a client that has none.
func (s *modern) publish(x *Exchange) {
	x.Answer = nil
	s.mu.Lock()
	streams := slices.Clone(s.streams)
	s.mu.Unlock()
	for _, id := range streams {
		s.tell(id, "notifications/tools/list_changed", map[string]any{})
	}
}

// tell sends a notification on the subscription with this id.
func (s *modern) tell(id json.RawMessage, method string, params map[string]any) {
	params["_meta"] = map[string]any{metaSubscription: id}
	s.relay.deliver(&Exchange{Method: method, modern: true, Answer: &Message{Method: method, Params: encode(params)}})
}
