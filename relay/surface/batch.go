package surface

// The bounds of a batch (CD-058).
const (
	MaxSteps      = 25
	MaxStepResult = 8 << 10
)

// batch makes several calls in one (CD-050 to CD-059). It runs no code of the
// caller's: a step is a call like any other, which the policy and the checks see
// as such. The relay makes it, as it makes every call.
var batch = Tool{
	Name: "browser_batch", Title: "Batch",
	Description: "Call several tools in order, until one fails; one answer, with what they changed in all",
	Arguments: `"steps":{"type":"array","minItems":1,"maxItems":25,"items":{"type":"object","properties":{"tool":{"type":"string"},"arguments":{"type":"object"}},"required":["tool"],"additionalProperties":false}},` +
		`"observe":{"type":"string","enum":["delta","snapshot","none"],"default":"delta"},"continue_on_error":{"type":"boolean"}`,
	Required: []string{"steps"},
	Shows:    true,
	Touches:  "what its steps can touch, each of which the policy allows by its own name",
}
