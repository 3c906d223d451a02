package surface

import "errors"

// wait waits for one thing to happen (CD-034).
var wait = Tool{
	Name: "browser_wait", Title: "Wait",
	Description: "Wait for one thing: a target's state, a load state, a text to appear or to be gone, or some seconds",
	Arguments: targetArgument + `,"state":{"type":"string","enum":["visible","hidden","attached","detached"],"default":"visible"},` +
		`"load":{"type":"string","enum":["load","domcontentloaded","networkidle"]},"text":{"type":"string"},"gone":{"type":"string"},` +
		`"seconds":{"type":"number","minimum":0,"maximum":30},` + timeoutArgument,
	ReadOnly: true, Shows: true,
	Touches: "waits, and sees whether something is on the page",
	Plan: func(g Given) (Call, error) {
		a := struct {
			Target  *string  `json:"target,omitempty"`
			State   string   `json:"state"`
			Load    *string  `json:"load,omitempty"`
			Text    *string  `json:"text,omitempty"`
			Gone    *string  `json:"gone,omitempty"`
			Seconds *float64 `json:"seconds,omitempty"`
			Timeout int64    `json:"timeout"`
		}{State: "visible"}
		g.read(&a)
		things := 0
		for _, given := range []bool{a.Target != nil, a.Load != nil, a.Text != nil, a.Gone != nil, a.Seconds != nil} {
			if given {
				things++
			}
		}
		if things != 1 {
			return Call{}, errors.New("give one of the arguments target, load, text, gone and seconds")
		}
		a.Timeout = g.timeout()
		if limit := g.Limit.Seconds(); a.Seconds != nil && *a.Seconds > limit {
			a.Seconds = &limit
		}
		return Script("wait", a), nil
	},
}
