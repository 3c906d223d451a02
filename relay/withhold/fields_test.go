package withhold

import (
	"encoding/json"
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
