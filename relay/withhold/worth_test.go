package withhold

import (
	"slices"
	"testing"
)

// Which values of a login state are credentials.
func TestWorth(t *testing.T) {
	t.Parallel()
	for _, value := range []string{
		"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N",
		"550e8400-e29b-41d4-a716-446655440000",
		"9f86d081884c7d65", "d41d8cd98f00b204e9800998ecf8427e", "ABCDEF0123456789",
		"xK9mQ2pL", "s%3AqL0v9xT2.Zk1", "kq3vz8wxyt", "AKIAIOSFODNN7EXAMPLE", "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
		"MARKER-COOKIE-VALUE-1234567890", "supersecretcookievaluethatislong", "session-7f3a9b2c1d", "qzjxkvbnwrtp",
		"Zm9vYmFyYmF6cXV4MTIz", "1//0gabcDEF-123_xyz", "https://example.com/reset?t=9f86d081884c7d659a2f", "CfDJ8Nq+vT/2xA==",
	} {
		if !Worth(value) {
			t.Errorf("%q is let through", value)
		}
	}
	for _, value := range []string{
		"", "1", "0", "true", "false", "null", "dark", "light", "en-US", "de", "en-US,en;q=0.9", "Europe/Berlin", "America/New_York",
		"accepted", "essential", "dark-mode-enabled", "darkModeEnabled", "system_default", "internationalization",
		"1732975466", "1732975466123", "1732975466123456", "1732975466.123", "-12345678.5", "20261130", "2026-11-30", "2026-11-30T14:14:26.123Z",
		"Mon, 30 Nov 2026 14:14:26 GMT", "1.2.3", "v10.20.30-beta.4", "127.0.0.1", "1280x800", "https://example.com/a/path?page=2", "http://localhost:3000/",
		"aaaaaaaaaaaaaaaa", "0000000000000000", "https://example.com/welcome/to-the-site", "#ff00aa80", "user@example.com",
		"no quotes here, just words and more words", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36",
	} {
		if Worth(value) {
			t.Errorf("%q is taken for a credential", value)
		}
	}
}

// A page shows the string inside a stored object, and a cookie decoded.
func TestFromState(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value string
		want  []string
	}{
		{"dark", nil},
		{"xK9mQ2pLw7", []string{"xK9mQ2pLw7"}},
		{`{"theme":"dark","auth":{"token":"xK9mQ2pLw7"},"list":["9f86d081884c7d65"]}`, []string{"9f86d081884c7d65", "xK9mQ2pLw7"}},
		{`"xK9mQ2pLw7"`, []string{"xK9mQ2pLw7"}},
		{"s%3AxK9mQ2pLw7", []string{"s%3AxK9mQ2pLw7", "s:xK9mQ2pLw7"}},
		{`{"inner":"{\"t\":\"xK9mQ2pLw7\"}"}`, []string{"xK9mQ2pLw7"}},
	} {
		var got []string
		for _, s := range FromState("cookie a of b", c.value) {
			got = append(got, s.Value)
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", c.value, got)
		}
	}
}
