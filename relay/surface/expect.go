package surface

import (
	"errors"

	"connector-browser/relay/withhold"
)

// expect waits for something to hold, and fails with what holds instead (CD-036).
var expect = Tool{
	Name: "browser_expect", Title: "Expect",
	Description: "Wait until something holds, else fail with what is there instead. text, value, url and title have to contain `expected`; no-errors: no console.error and no exception since the page came",
	Arguments: `"what":{"type":"string","enum":["visible","hidden","enabled","checked","text","value","url","title","no-errors"]},` +
		targetArgument + `,"expected":{"type":"string"},` + timeoutArgument,
	Required: []string{"what"},
	ReadOnly: true,
	Like:     []string{"browser_snapshot"},
	Touches:  "waits, and sees whether something is on the page",
	Plan: func(g Given) (Call, error) {
		var a struct {
			What     string  `json:"what"`
			Target   *string `json:"target,omitempty"`
			Expected *string `json:"expected,omitempty"`
			Timeout  int64   `json:"timeout"`
		}
		g.read(&a)
		ofPage := a.What == "url" || a.What == "title" || a.What == "no-errors"
		inWords := a.What == "text" || a.What == "value" || a.What == "url" || a.What == "title"
		switch {
		case ofPage && a.Target != nil:
			return Call{}, errors.New("argument target: " + a.What + " is of the page, not of an element")
		case !ofPage && a.Target == nil:
			return Call{}, errors.New("argument target is missing: " + a.What + " is of an element")
		case inWords != (a.Expected != nil):
			return Call{}, errors.New("argument expected is for text, value, url and title, and needed there")
		}
		a.Timeout = g.timeout()
		return Script("expect", a), nil
	},
	Judge: (*Outcome).conceal,
}

// conceal keeps the value of a secret field (CD-092) from whoever reads it, and
// from whoever guesses it.
func (o *Outcome) conceal() {
	secret := o.Secret
	for _, label := range o.Labels {
		secret = secret || withhold.ReadsLikeSecret(label)
	}
	if secret {
		*o = failedOutcome("UNSUPPORTED", "the value of a secret field is neither read nor compared", "")
	}
}

// failedOutcome is one of our own making.
func failedOutcome(code, message, hint string) (o Outcome) {
	o.Failure = &Fault{Code: code, Message: message, Hint: hint}
	return o
}
