package mount

import (
	"path/filepath"
	"testing"
)

// TestMounts: what list prints.
func TestMounts(t *testing.T) {
	t.Parallel()
	h := scratch(t)
	for _, c := range Clients {
		target, err := c.At(h, "", sample)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := target.Write(false); err != nil {
			t.Fatal(err)
		}
	}
	put(t, filepath.Join(h.Folder, ".cursor", "mcp.json"), "{")
	mounts, errs := Mounts(h, sample.Program)
	if len(mounts) != len(Clients) || len(errs) != 1 {
		t.Fatalf("%v, %v", mounts, errs)
	}
	for i, m := range mounts {
		want := Mount{Clients[i].Name, User, m.File, "browser", sample.Program, sample.Conf}
		if m != want {
			t.Errorf("%+v, want %+v", m, want)
		}
	}
}
