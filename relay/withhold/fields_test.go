package withhold

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
)

const field = "[withheld: password field]"

// fieldText runs one text through a fresh set and gives what leaves.
func fieldText(t *testing.T, text string) string {
	t.Helper()
	line, err := json.Marshal(map[string]any{"result": map[string]any{"content": []any{map[string]any{"type": "text", "text": text}}}})
	if err != nil {
		t.Fatal(err)
	}
	out, _, err := New(nil).JSON(line)
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Result struct{ Content []struct{ Text string } }
	}
	if err := json.Unmarshal(out, &m); err != nil {
		t.Fatal(err)
	}
	return m.Result.Content[0].Text
}

// CD-092, with the shapes of upstream facts U7, U9, L4, L6 and L7.
func TestFields(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, in, out string }{
		{"bare value", `- textbox "Password" [ref=e5]: abc`, `- textbox "Password" [ref=e5]: ` + field},
		{"more attributes", `    - textbox "Your new password" [active] [ref=f1e5] [cursor=pointer]: abc`, `    - textbox "Your new password" [active] [ref=f1e5] [cursor=pointer]: ` + field},
		{"quoted value", `- textbox "API key" [ref=e5]: "a: \"b\" \x01"`, `- textbox "API key" [ref=e5]: ` + field},
		{"quoted name", `- textbox "The \"PIN\"" [ref=e5]: "1234"`, `- textbox "The \"PIN\"" [ref=e5]: ` + field},
		{"quoted key", `- 'textbox "Pass: it''s" [ref=e5]': abc`, `- 'textbox "Pass: it''s" [ref=e5]': ` + field},
		{"spinbutton", `- spinbutton "CVV" [ref=e5]: "123"`, `- spinbutton "CVV" [ref=e5]: ` + field},
		{"with a placeholder",
			"  - textbox \"Passcode\" [ref=e9]:\n    - /placeholder: 6 digits\n    - text: \"123456\"\n  - text: after",
			"  - textbox \"Passcode\" [ref=e9]:\n    - /placeholder: 6 digits\n    - text: " + field + "\n  - text: after"},
		{"only the placeholder says so",
			"- textbox [ref=e9]:\n  - /placeholder: Enter token\n  - text: abc\n- textbox \"x\" [ref=e3]: def",
			"- textbox [ref=e9]:\n  - /placeholder: Enter token\n  - text: " + field + "\n- textbox \"x\" [ref=e3]: def"},
		{"the text before says so", "  - generic [ref=e6]: Token\n  - textbox [ref=e7]: zzz", "  - generic [ref=e6]: Token\n  - textbox [ref=e7]: " + field},
		{"the text two lines before does not", "- text: Token\n- text: x\n- textbox [ref=e7]: zzz", "- text: Token\n- text: x\n- textbox [ref=e7]: zzz"},
		{"an ordinary field", "- textbox \"User\" [ref=e5]: alice\n- text: Password", "- textbox \"User\" [ref=e5]: alice\n- text: Password"},
		{"no value", "- textbox \"Password\" [ref=e5]\n- button \"Show password\" [ref=e6]", "- textbox \"Password\" [ref=e5]\n- button \"Show password\" [ref=e6]"},
		{"not a field", `- link "Forgot your password?" [ref=e5]: abc`, `- link "Forgot your password?" [ref=e5]: abc`},
		{"not a word of its own", `- textbox "Shipping to" [ref=e5]: abc`, `- textbox "Shipping to" [ref=e5]: abc`},
		{"code", "await page.getByLabel('Password').fill('it\\'s');", "await page.getByLabel('Password').fill('" + field + "');"},
		{"code, role", "await page.getByRole('textbox', { name: 'Password' }).fill('x');", "await page.getByRole('textbox', { name: 'Password' }).fill('" + field + "');"},
		{"code, selector", "await page.locator('#login-pw').pressSequentially('x');", "await page.locator('#login-pw').pressSequentially('" + field + "');"},
		{"code, ordinary", "await page.getByLabel('User').fill('bob');", "await page.getByLabel('User').fill('bob');"},
		{"call log",
			"Call log:\n\x1b[2m  - waiting for getByLabel('Password')\x1b[22m\n\x1b[2m    - locator resolved to <input disabled name=\"p\" value=\"o\"l\"d\" type=\"password\"/>\x1b[22m\n\x1b[2m    - fill(\"it's \"x\" a\x1b[22m\n\x1b[2mb\")\x1b[22m\n\x1b[2m  - attempting fill action\x1b[22m",
			"Call log:\n\x1b[2m  - waiting for getByLabel('Password')\x1b[22m\n\x1b[2m    - locator resolved to <input disabled name=\"p\" value=\"" + field + "\"/>\x1b[22m\n\x1b[2m    - fill(\"" + field + "\n" + field + "\")\x1b[22m\n\x1b[2m  - attempting fill action\x1b[22m"},
		{"call log, known only by its markup",
			"  - waiting for locator('aria-ref=e5')\n    - locator resolved to <input type=\"password\"/>\n    - fill(\"x\")\n    - done",
			"  - waiting for locator('aria-ref=e5')\n    - locator resolved to <input type=\"password\"/>\n    - fill(\"" + field + "\")\n    - done"},
		{"call log, ordinary", "  - waiting for getByLabel('User')\n    - fill(\"bob\")", "  - waiting for getByLabel('User')\n    - fill(\"bob\")"},
		{"page address", "- Page URL: http://h/go?u=bob&password=a+b%21&x=1#t", "- Page URL: http://h/go?u=bob&password=" + field + "&x=1#t"},
		{"authorization", "  Request headers\n    authorization: Bearer abc.def\n    accept: */*", "  Request headers\n    authorization: [withheld: authorization header]\n    accept: */*"},
		{"cookies", "cookie: a=b; c=d\nset-cookie: a=b; HttpOnly", "cookie: [withheld: cookie header]\nset-cookie: [withheld: set-cookie header]"},
		{"prose about cookies", "cookie: we use cookies", "cookie: we use cookies"},
		{"authorization in JSON", `{"Authorization": "Bearer abcdefgh12345"}`, `{"Authorization": "Bearer [withheld: authorization header]"}`},
	} {
		t.Run("CD-092 "+c.name, func(t *testing.T) {
			if got := fieldText(t, c.in); got != c.out {
				t.Errorf("\ngot  %q\nwant %q", got, c.out)
			}
		})
	}
}

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

// The lines come in chunks, and a value may be longer than one.
func TestFieldsAcrossChunks(t *testing.T) {
	t.Parallel()
	for _, filler := range []int{0, chunk - 900, chunk - 40, chunk - 10, chunk, chunk + 500} {
		for _, length := range []int{5, 3000, chunk, 3 * chunk} {
			text := strings.Repeat("x", max(0, filler-1)) + "\n- textbox \"Password\" [ref=e5]: " + strings.Repeat("y", length) + "\n- text: after"
			got := fieldText(t, text)
			if strings.Contains(got, "y") || !strings.HasSuffix(got, ": "+field+"\n- text: after") {
				t.Errorf("%d bytes before, %d long: …%.120q", filler, length, got[max(0, len(got)-100):])
			}
		}
	}
}

// What names a field may stand at the end of one chunk, and the field at the
// beginning of the next; what is read of one chunk is not read of all others.
func TestLabelAcrossChunks(t *testing.T) {
	t.Parallel()
	label, textbox := "- generic [ref=e2]: Password\n", "- textbox [ref=e3]: hunter2\n"
	for _, first := range []string{"", "- Page URL: https://a.example/\n", textbox} {
		for shift := range len(label) + len(textbox) {
			for _, history := range []int{0, New(nil).index.Load().history} { // a chunk is searched when it is full, the history before it included
				filler := chunk + history - len(first) - shift
				text := first + strings.Repeat("x", filler-1) + "\n" + label + textbox + "- text: after"
				if got := fieldText(t, text); !strings.HasSuffix(got, ": "+field+"\n- text: after") {
					t.Fatalf("%q, then %d bytes: …%.120q", first, filler, got[max(0, len(got)-100):])
				}
			}
		}
	}
}

// A block need not end with a newline, and a value may go on in the next one.
func TestFieldsAcrossBlocks(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`[{"text":"### Snapshot"},{"text":"- textbox \"Password\" [ref=e1]: abc"},{"text":"  - text: x"}]`: `[{"text":"### Snapshot"},{"text":"- textbox \"Password\" [ref=e1]: ` + field + `"},{"text":"  - text: x"}]`,
		`[{"text":"- textbox \"Password\" [ref=e1]: ab"},{"text":"c\n- text: x"}]`:                         `[{"text":"- textbox \"Password\" [ref=e1]: ` + field + `"},{"text":"\n- text: x"}]`,
		`["- textbox \"Pass","word\" [ref=e1]: ","abc"]`:                                                   `["- textbox \"Pass","word\" [ref=e1]: ","` + field + `"]`,
	} {
		if out, _, err := New(nil).JSON([]byte(in)); err != nil || string(out) != want {
			t.Errorf("%v\ngot  %s\nwant %s", err, out, want)
		}
	}
}

func TestReadsLikeSecret(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Password", "password*", "New password", "confirmPassword", "user_password", "Passphrase", "PIN", "OTP code", "One-time code",
		"2FA", "API key", "apiKey", "X-Api-Key", "Access Key ID", "Secret", "client_secret", "Token", "Credit card", "Card number", "cc-number", "CVV", "CVC2", "Security code",
		"input[type=\"password\"]", "#pw", "Passwort", "Mot de passe", "Contraseña", "Senha", "Пароль", "パスワード", "密码", "비밀번호", "Hasło", "ŞİFRE şifre"} {
		if !ReadsLikeSecret(name) {
			t.Errorf("%q reads like no secret", name)
		}
	}
	for _, name := range []string{"", "User name", "Email", "Search", "Shipping address", "Opinion", "Spinning", "Pinterest", "Compass", "Passenger name", "Card holder", "Postcode", "Code", "Tokyo", "Secretary", "Number of guests", "key"} {
		if ReadsLikeSecret(name) {
			t.Errorf("%q reads like a secret", name)
		}
	}
}
