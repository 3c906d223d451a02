package secrets

import (
	"encoding/json"
	"fmt"
	"net/url"
)

// Keep gives a login state with only the cookies and the storage of hosts that
// keeps names. What belongs to no host, or cannot be read, is left out: the
// person said what may be kept. The state has the outline of one (see CheckState).
func Keep(state []byte, keeps func(host string) bool) ([]byte, error) {
	if err := outlineFault(state); err != nil { // what is dropped need not be in order
		return nil, fmt.Errorf("the login state %w", err)
	}
	var parts struct {
		Cookies []json.RawMessage `json:"cookies"`
		Origins []json.RawMessage `json:"origins"`
	}
	if err := json.Unmarshal(state, &parts); err != nil {
		return nil, err
	}
	kept := map[string][]json.RawMessage{"cookies": {}, "origins": {}}
	for _, raw := range parts.Cookies {
		if host := text(asObject(raw), "domain"); host != "" && keeps(host) {
			kept["cookies"] = append(kept["cookies"], raw)
		}
	}
	for _, raw := range parts.Origins {
		origin, err := url.Parse(text(asObject(raw), "origin"))
		if err == nil && origin.Hostname() != "" && keeps(origin.Hostname()) {
			kept["origins"] = append(kept["origins"], raw)
		}
	}
	return json.Marshal(kept)
}

func asObject(raw json.RawMessage) object {
	var o object
	if json.Unmarshal(raw, &o) != nil {
		return nil
	}
	return o
}
