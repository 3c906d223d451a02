package withhold

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// L6: what a field held is withheld elsewhere too, above it and later on.
func TestFieldsAreRemembered(t *testing.T) {
	t.Parallel()
	set := New(nil)
	snapshot := `{"a":"- Page URL: http://h/?p=hunter2%21\n- textbox \"Password\" [ref=e1]: hunter2!\n"}`
	out, hits, err := set.JSON([]byte(snapshot))
	want := `{"a":"- Page URL: http://h/?p=` + field + `\n- textbox \"Password\" [ref=e1]: ` + field + `\n"}`
	if err != nil || string(out) != want || len(hits) != 1 {
		t.Errorf("%v %v\n%s", err, hits, out)
	}
	for _, later := range []string{`["hunter2!"]`, `["aHVudGVyMiE="]`, `["x=hunter2%21"]`, `["fill(\"hunter2!\")"]`} {
		if out, _, _ := set.JSON([]byte(later)); strings.Contains(string(out), later[2:len(later)-2]) {
			t.Errorf("later: %s", out)
		}
	}
	if text, _ := set.Text([]byte("error: hunter2!")); string(text) != "error: "+field {
		t.Errorf("on standard error: %s", text)
	}
	if !set.Remember("typed-9-secret") || set.Remember("letmein") || set.Remember("••••••••") {
		t.Error("what is remembered")
	}
	for i := range 3 * maxRecalled {
		set.Remember(randomSecret(rand.New(rand.NewPCG(uint64(i), 7)), 14))
		if i > maxRecalled+2 {
			break
		}
	}
	if len(set.recalled) > maxRecalled {
		t.Errorf("%d values are remembered", len(set.recalled))
	}
}
