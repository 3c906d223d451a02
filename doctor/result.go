package doctor

import "fmt"

// Status is what a probe came to.
type Status string

const (
	OK      Status = "ok"
	Warning Status = "warning" // a launch works, and something will want attention
	Failed  Status = "failed"  // a launch does not work, or must not
	Skipped Status = "skipped" // there was nothing to look at yet; the sentence says why
)

// Result is what one probe found.
type Result struct {
	Name     string `json:"name"`
	Status   Status `json:"status"`
	Sentence string `json:"sentence"`
	Mend     string `json:"mend"` // the command that mends it; never empty where it failed
}

// Report is an examination. It is OK unless a probe failed.
type Report struct {
	OK     bool     `json:"ok"`
	Probes []Result `json:"probes"`
}

func ok(format string, args ...any) Result {
	return Result{Status: OK, Sentence: fmt.Sprintf(format, args...)}
}

func skipped(format string, args ...any) Result {
	return Result{Status: Skipped, Sentence: fmt.Sprintf(format, args...)}
}

func warning(mend, format string, args ...any) Result {
	return Result{Status: Warning, Mend: mend, Sentence: fmt.Sprintf(format, args...)}
}

func failed(mend, format string, args ...any) Result {
	return Result{Status: Failed, Mend: mend, Sentence: fmt.Sprintf(format, args...)}
}
