package withhold

import "testing"

func TestSmoke(t *testing.T) {
	s := New([]Secret{{"cookie session of example.com", "s3cr3t-Ab/12+xyz"}})
	for _, in := range []string{
		`{"a":"x s3cr3t-Ab/12+xyz y"}`,
		`{"a":"x s3cr3t-Ab\/12+xyz y"}`,
		`{"a":"x s3cr3t-Ab%2F12%2bxyz y"}`,
		`{"a":"x s3cr3t-Ab\\u002f12+xyz y"}`,
		`{"a":"x czNjcjN0LUFiLzEyK3h5eg== y"}`,
		`{"s3cr3t-Ab/12+xyz":1}`,
		`{"result":{"content":[{"type":"text","text":"abs3cr3t-"},{"type":"text","text":"Ab/12+xyzcd"}]}}`,
		`{"a":"{\"cookies\":[],\"origins\":[]}"}`,
		`{"a":"- textbox \"Password\" [ref=e5]: hunter2x\n- Page URL: http://x/?p=hunter2x"}`,
		`{"a":"nothing"}`,
	} {
		out, hits, err := s.JSON([]byte(in))
		t.Logf("%s\n -> %s %q %v", in, out, hits, err)
	}
}
