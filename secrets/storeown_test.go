package secrets

import "testing"

// CB-143: what the person did by hand is stored whatever the switch says, which
// stays as it is; also where nothing was stored before.
func TestStoreOwn(t *testing.T) {
	t.Parallel()
	own := []byte(`{"cookies":[{"name":"own","value":"v","domain":"a.example","path":"/"}],"origins":[]}`)
	for name, export := range map[string]bool{"export off": false, "export on": true} {
		t.Run(name, func(t *testing.T) {
			dir := newDir(t)
			mustStore(t, dir, Login{State: []byte(CleanProfile), Export: export})
			if err := dir.StoreOwn(t.Context(), own); err != nil {
				t.Fatal(err)
			}
			wantLogin(t, dir.Conf(), Login{State: own, Export: export})
			wantTidy(t, dir, export)
		})
	}
	t.Run("nothing stored", func(t *testing.T) {
		dir := newDir(t)
		if err := dir.StoreOwn(t.Context(), own); err != nil {
			t.Fatal(err)
		}
		wantLogin(t, dir.Conf(), Login{State: own})
	})
	t.Run("breaks the rule", func(t *testing.T) {
		dir := newDir(t)
		mustStore(t, dir, Login{State: []byte(CleanProfile)})
		wantError(t, dir.StoreOwn(t.Context(), []byte(`{}`)), "the login state must have exactly the keys cookies and origins")
		wantLogin(t, dir.Conf(), Login{State: []byte(CleanProfile)})
	})
}
