package secrets

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

const (
	example = `; auth reads one such as {} or {"storageStateFile":"/path/to/state.json","export":"off"}`
	empty   = "standard input is empty; auth reads one line, and {} is the clean profile"
	twoLine = "standard input holds more than one line; auth reads exactly one, such as {}"
	unknown = "the line on standard input has a key that auth does not know; it knows storageStateFile, cookiesFile and export"
	neither = `export is neither "on" nor "off"; write "export":"on", or leave it out`
	tooLong = "standard input is longer than 64 KiB; auth reads one short line, such as {}"
)

func TestReadRequestAccepts(t *testing.T) {
	t.Parallel()
	odd := "\n{ \"origins\":[],\n\"cookies\" : [] }\n"
	file := filepath.Join(t.TempDir(), "a state.json")
	if err := os.WriteFile(file, []byte(odd), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, input string
		state       string
		export      bool
	}{
		{"CB-032 CB-033 {}", "{}\n", CleanProfile, false},
		{"CB-030 without a newline", "{}", CleanProfile, false},
		{"CB-030 with CRLF", "{}\r\n", CleanProfile, false},
		{"CB-030 with spaces around", " \t{ } \n", CleanProfile, false},
		{"CB-032 CB-037 file only", fmt.Sprintf("{\"storageStateFile\":%q}\n", file), odd, false},
		{"CB-032 CB-038 export on", `{"export":"on"}`, CleanProfile, true},
		{"CB-038 export off", `{"export":"off"}`, CleanProfile, false},
		{"CB-032 both", fmt.Sprintf(`{"export":"on","storageStateFile":%q}`, file), odd, true},
		{"CB-039 escaped spelling, once", `{"\u0065xport":"o\u006e"}`, CleanProfile, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			// One byte at a time, as a slow writer would send it.
			login, warnings, err := ReadRequest(iotest.OneByteReader(strings.NewReader(test.input)))
			if err != nil || len(warnings) != 0 {
				t.Fatal(err, warnings)
			}
			if string(login.State) != test.state || login.Export != test.export {
				t.Errorf("got %q, export %v", login.State, login.Export)
			}
		})
	}
}

func TestReadRequestRefuses(t *testing.T) {
	t.Parallel()
	line := func(fault string) string { return "the line on standard input " + fault + example }
	for _, test := range []struct{ name, input, want string }{
		{"CB-030 two lines", "{}\n{\"MARKER\":1}\n", twoLine},
		{"CB-030 a second, empty line", "{}\n\n", twoLine},
		{"CB-030 an empty line first", "\n{}\n", twoLine},
		{"CB-030 one object over two lines", "{\n}", twoLine},
		{"CB-030 5 MiB line", `{"MARKER":"` + strings.Repeat("a", 5<<20) + `"}`, tooLong},
		{"CB-030 64 KiB and one byte", "{}" + strings.Repeat(" ", 64<<10-1), tooLong},
		{"CB-031 array", `["MARKER"]`, line("is not one JSON object")},
		{"CB-031 string", `"MARKER"`, line("is not one JSON object")},
		{"CB-031 number", `7`, line("is not one JSON object")},
		{"CB-031 null", `null`, line("is not one JSON object")},
		{"CB-031 not JSON", `MARKER`, line("is not one JSON object")},
		{"CB-031 trailing garbage", `{} MARKER`, line("is not one JSON object")},
		{"CB-031 two objects", `{}{}`, line("is not one JSON object")},
		{"CB-031 not UTF-8", "{\"\xffMARKER\":\"\"}", line("is not UTF-8")},
		{"CB-031 byte order mark", "\ufeff{}", line("starts with a byte order mark")},
		{"CB-034 nothing", "", empty},
		{"CB-034 a newline", "\n", empty},
		{"CB-034 spaces", "  \t ", empty},
		{"CB-035 relative", `{"storageStateFile":"MARKER"}`, "storageStateFile is not an absolute path; give one that starts with /"},
		{"CB-035 tilde", `{"storageStateFile":"~/MARKER"}`, "storageStateFile is not an absolute path; give one that starts with /"},
		{"CB-035 empty", `{"storageStateFile":""}`, "storageStateFile is not an absolute path; give one that starts with /"},
		{"CB-038 ON", `{"export":"ON"}`, neither},
		{"CB-038 true", `{"export":true}`, "export is not a string; put its value in double quotes"},
		{"CB-038 empty", `{"export":""}`, neither},
		{"CB-039 other value", `{"export":"MARKER"}`, neither},
		{"CB-039 unknown key", `{"MARKER":"x"}`, unknown},
		{"CB-039 known key of another case", `{"Export":"on"}`, unknown},
		{"CB-039 key given twice", `{"export":"on","export":"MARKER"}`, line("gives a key twice")},
		{"CB-039 key given twice, escaped", `{"export":"on","\u0065xport":"MARKER"}`, line("gives a key twice")},
		{"CB-039 null", `{"storageStateFile":null}`, "storageStateFile is not a string; put its value in double quotes"},
		{"CB-039 object", `{"storageStateFile":{"MARKER":1}}`, "storageStateFile is not a string; put its value in double quotes"},
		{"CB-039 array", `{"export":["MARKER"]}`, "export is not a string; put its value in double quotes"},
		{"CB-039 bad value behind a good file", `{"storageStateFile":"/dev/null","export":"MARKER"}`, neither},
		{"CB-039 nested too deeply", `{"export":` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + "}", line("is nested too deeply")},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, _, err := ReadRequest(strings.NewReader(test.input))
			wantError(t, err, test.want) // which holds no MARKER
		})
	}
}
