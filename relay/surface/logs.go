package surface

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// logs shows what the page logged and asked for, from the launch on, and what is
// new since a cursor (CD-120 to CD-124). Of a request it shows the address,
// never headers or bodies.
var logs = Tool{
	Name: "browser_logs", Title: "Logs",
	Description: "Console and network. Each answer ends with a cursor; `since` shows only what is newer. error: exceptions and console.error",
	Arguments: `"action":{"type":"string","enum":["list","wait","clear"],"default":"list"},"kind":{"type":"string","enum":["all","console","error","network"],"default":"all"},` +
		`"level":{"type":"string","enum":["debug","info","warning","error"]},"contains":{"type":"string"},"since":{"type":"integer","minimum":0},` +
		`"limit":{"type":"integer","minimum":1,"maximum":500,"default":50},` + timeoutArgument,
	ReadOnly: true,
	Like:     []string{"browser_console_messages", "browser_network_requests"}, Replaces: []string{"browser_console_messages"},
	Touches: "what the page wrote to its console, and the addresses of its requests, tokens in them included",
	Plan: func(g Given) (Call, error) {
		a := struct {
			Action  string  `json:"action"`
			Kind    string  `json:"kind"`
			Level   *string `json:"level,omitempty"`
			Since   int64   `json:"since"`
			After   int64   `json:"after"`   // up to where it was waited in vain
			Timeout int64   `json:"timeout"` // what is left of it
			Within  int64   `json:"within"`  // the whole of it
			Cursor  int64   `json:"cursor"`  // numbers of a new browser's log go on from here
		}{Action: "list", Kind: "all"}
		g.read(&a)
		if a.Level != nil && a.Kind == "network" {
			return Call{}, errors.New("argument level is of the console, not of the network")
		}
		a.After, a.Timeout, a.Within, a.Cursor = g.After, max(0, g.timeout()-g.Waited.Milliseconds()), g.timeout(), g.Cursor
		return Script("logs", a), nil
	},
	Sift: siftLogs,
}

// siftLogs takes the rows that the call is about out of those that the script gave. What
// a row contains is asked of it as the client may see it: of a secret that is withheld,
// whether a row is found tells nothing.
func siftLogs(out *Outcome, g *Given, shown func(string) string) (again bool) {
	asked := struct {
		Action, Contains string
		Since            *int64
		Limit            int
	}{Limit: 50}
	g.read(&asked)
	var log struct {
		Rows []struct {
			ID   int64
			Line string
		}
		Dropped, DroppedLast int64
	}
	if asked.Action == "clear" || json.Unmarshal(out.Value, &log) != nil {
		return false
	}
	all := log.Rows[:0]
	for _, row := range log.Rows {
		if asked.Contains == "" || strings.Contains(shown(row.Line), asked.Contains) {
			all = append(all, row)
		}
	}
	if asked.Action == "wait" && len(all) == 0 {
		g.After = out.Cursor
		return true
	}
	// Since a cursor the oldest come first, so that nothing is passed over.
	more, which, cursor := max(0, len(all)-asked.Limit), "older", out.Cursor
	rows, since := all[more:], int64(0)
	if asked.Since != nil {
		rows, which, since = all[:len(all)-more], "newer", *asked.Since
		if more > 0 {
			cursor = rows[len(rows)-1].ID
		}
	}
	lines := []string{"nothing"}
	if len(rows) > 0 {
		lines = lines[:0]
	}
	for _, row := range rows {
		lines = append(lines, fmt.Sprintf("#%d %s", row.ID, row.Line))
	}
	var notes []string
	if more > 0 {
		notes = append(notes, fmt.Sprintf("[%d more of the kind, %s]", more, which))
	}
	if log.DroppedLast > since {
		notes = append(notes, fmt.Sprintf("dropped: %d, up to #%d", log.Dropped, log.DroppedLast))
	}
	notes = append(notes, fmt.Sprintf("cursor: %d", cursor))
	out.Value, _ = json.Marshal(map[string]int64{"cursor": cursor, "count": int64(len(rows)), "dropped": log.Dropped})
	out.Text, out.Note = strings.Join(lines, "\n"), strings.Join(notes, "\n")
	return false
}
