package relay

import (
	"time"

	"connector-browser/trace"
)

// tracing writes one record of every exchange, the refused ones included, after
// everything that must not leave has been taken out (SN-083). A session whose
// trace cannot be written ends: nobody could tell afterwards what it did.
type tracing struct {
	relay *Relay
}

func (s *tracing) Request(x *Exchange) verdict {
	if s.relay.config.Trace != nil || s.relay.config.Agent {
		x.describe()
	}
	return pass
}

func (s *tracing) Answer(x *Exchange) {
	writer := s.relay.config.Trace
	if writer == nil {
		return
	}
	record := trace.Record{
		Kind:      kind(x),
		Method:    x.Method,
		Tool:      x.Tool,
		Arguments: x.shape,
		Steps:     x.stepTools(),
		Page:      x.Page,
		Hosts:     hosts(x.contacts),
		Outcome:   outcome(x),
		Reason:    x.Reason,
		Policy:    x.Line,
		Withheld:  x.Withheld,
		Duration:  float64(time.Since(x.Started).Microseconds()) / 1000,
		Sent:      x.Sent,
	}
	record.Time.Time = x.Started
	if x.Answer != nil {
		x.Answer.Line = x.Answer.Bytes() // written once, whatever happens to it
		record.Received = len(x.Answer.Line)
	}
	if x.Method == "initialize" {
		name, _ := s.relay.client.Load().(string)
		writer.SetClient(name)
	}
	if err := writer.Append(record); err != nil {
		s.relay.untraced(err)
		x.Answer = nil
	}
}

func kind(x *Exchange) string {
	switch {
	case x.Method == "tools/call":
		return trace.KindCall
	case x.ID == nil && x.Answer != nil && x.Answer.Method != "" && x.Answer.ID == nil:
		return trace.KindNotice
	default:
		return trace.KindRequest
	}
}

// outcome is what the stage that decided said, or what the answer shows.
func outcome(x *Exchange) string {
	switch {
	case x.Outcome != "":
		return x.Outcome
	case x.Answer == nil || x.Answer.Method != "":
		return ""
	case x.failed:
		return trace.OutcomeError
	case len(x.Withheld) > 0:
		return trace.OutcomeWithheld
	default:
		return trace.OutcomeOK
	}
}

// hosts puts the contacts with one host together.
func hosts(contacts []Contact) []trace.Host {
	var list []trace.Host
	for _, c := range contacts {
		found := false
		for i := range list {
			if h := &list[i]; h.Name == c.Host && h.Port == c.Port && h.Refused == !c.Allowed {
				h.Sent, h.Received, found = h.Sent+c.Sent, h.Received+c.Received, true
			}
		}
		if !found {
			list = append(list, trace.Host{Name: c.Host, Port: c.Port, Refused: !c.Allowed, Reason: c.Reason, Policy: c.Line, Sent: c.Sent, Received: c.Received})
		}
	}
	return list
}

// FinishTrace records the contacts that no call was there to tell.
func (r *Relay) FinishTrace() error {
	contacts := r.observe.takeContacts()
	if r.config.Trace == nil || len(contacts) == 0 {
		return nil
	}
	return r.config.Trace.Append(trace.Record{Kind: trace.KindNetwork, Hosts: hosts(contacts)})
}
