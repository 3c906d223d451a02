package relay

import (
	"encoding/json"

	"connector-browser/strictjson"
)

// StatusURI names the connector's one resource.
const StatusURI = "connector://browser/status"

// Status are the bytes of the status resource: whether there is a login state,
// and the tools that a client is offered (CB-054, CB-055, CB-056).
func (r *Relay) Status() []byte {
	state := "authorized"
	if r.config.Parked {
		state = "unauthorized"
	}
	return encode(struct {
		State string   `json:"state"`
		Tools []string `json:"tools"`
	}{state, Names(r.offered())})
}

// resource answers the requests about resources. The upstream has none.
func (r *Relay) resource(x *Exchange) *Message {
	type resource struct {
		URI         string `json:"uri"`
		Name        string `json:"name,omitempty"`
		Description string `json:"description,omitempty"`
		MIMEType    string `json:"mimeType"`
		Text        string `json:"text,omitempty"`
	}
	const mime = "application/json"
	switch x.Method {
	case "resources/list":
		return resultAnswer(x.ID, encode(map[string]any{"resources": []resource{{
			URI: StatusURI, Name: "status", MIMEType: mime,
			Description: "Whether the browser has a login state, and which tools are offered",
		}}}))
	case "resources/templates/list":
		return resultAnswer(x.ID, json.RawMessage(`{"resourceTemplates":[]}`))
	}
	params, err := strictjson.Outline(x.Message.Params)
	if err == nil {
		for _, m := range params {
			if uri, err := strictjson.Unquote(m.Value); m.Name == "uri" && err == nil && uri == StatusURI {
				return resultAnswer(x.ID, encode(map[string]any{"contents": []resource{{URI: uri, MIMEType: mime, Text: string(r.Status())}}}))
			}
		}
	}
	code := codeNoResource
	if x.modern {
		code = codeInvalidParams
	}
	return protocolError(x.ID, code, "no such resource; the one resource is "+StatusURI)
}

// codeNoResource is MCP's code for an unknown resource up to 2025-11-25.
const codeNoResource = -32002
