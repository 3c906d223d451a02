package policy

import (
	"encoding/json"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// upstream are the tools of the pinned upstream, as its record has them: with
// the login state's export on.
func upstream(t testing.TB) []string {
	t.Helper()
	data, err := os.ReadFile("../upstream.record.json")
	if err != nil {
		t.Fatal(err)
	}
	var record struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal(data, &record); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range record.Tools {
		names = append(names, tool.Name)
	}
	return names
}

// write puts a file into a fresh connector's directory and gives the directory.
func write(t testing.TB, name, text string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// load reads a policy.toml that must be valid. Its network believes that this
// machine has the address 192.168.7.7.
func load(t testing.TB, text string) *Policy {
	t.Helper()
	p, err := Load(write(t, FileName, text), upstream(t))
	if err != nil {
		t.Fatal(err)
	}
	p.Network.Own = func() []netip.Addr { return []netip.Addr{netip.MustParseAddr("192.168.7.7")} }
	return p
}

// network reads [network] with these two lists, in TOML.
func network(t testing.TB, allow, deny string) *Network {
	t.Helper()
	return load(t, "[network]\nallow = "+allow+"\ndeny = "+deny+"\n").Network
}

// refused loads a file that must not be, and gives the sentence less the folder,
// which is named before the file.
func refused(t testing.TB, name, text string) string {
	t.Helper()
	dir := write(t, name, text)
	p, err := Load(dir, upstream(t))
	if err == nil {
		t.Fatalf("%s was taken: %+v", name, p)
	}
	said, named := strings.CutPrefix(err.Error(), dir+"/")
	if !named {
		t.Errorf("%q does not say where the file is", said)
	}
	return said
}
