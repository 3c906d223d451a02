package surface

import "errors"

// mouse moves the pointer and presses its buttons (CD-028).
var mouse = Tool{
	Name: "browser_mouse", Title: "Mouse",
	Description: "Use the mouse at a target's middle or at x, y of the viewport: draw, drag by hand, turn the wheel",
	Arguments: `"action":{"type":"string","enum":["move","click","down","up","wheel"]},` + targetArgument +
		`,"x":{"type":"number"},"y":{"type":"number"},"dx":{"type":"number"},"dy":{"type":"number"},"button":{"type":"string","enum":["left","right","middle"],"default":"left"}`,
	Required: []string{"action"},
	Shows:    true,
	Like:     []string{"browser_click", "browser_drag", "browser_hover"},
	Touches:  "presses and moves anything on the page, as a person could",
	Plan: func(g Given) (Call, error) {
		a := struct {
			Action string   `json:"action"`
			Target *string  `json:"target,omitempty"`
			X      *float64 `json:"x,omitempty"`
			Y      *float64 `json:"y,omitempty"`
			DX     float64  `json:"dx"`
			DY     float64  `json:"dy"`
			Button string   `json:"button"`
		}{Button: "left"}
		g.read(&a)
		switch {
		case (a.X == nil) != (a.Y == nil):
			return Call{}, errors.New("arguments x and y go together")
		case a.X != nil && a.Target != nil:
			return Call{}, errors.New("give either the argument target or x and y")
		case a.X == nil && a.Target == nil && (a.Action == "move" || a.Action == "click"):
			return Call{}, errors.New("argument target is missing, or x and y: where to " + a.Action)
		case (a.DX != 0 || a.DY != 0) != (a.Action == "wheel"):
			return Call{}, errors.New("arguments dx and dy are for wheel, and one is needed there")
		}
		return Script("mouse", a), nil
	},
}
