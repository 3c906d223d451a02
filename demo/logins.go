package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// logins is a person's login that the model uses and never sees.
var logins = []step{
	{name: "keep a password and a code's key by name", want: "2 names, told to the model", run: keepSecrets},
	{name: "log in with both, unseen", want: "Signed in as ada", run: logIn},
	{name: "ask for the password in a page of the model's own", want: "connector.forbidden_host", run: misplaced},
	{name: "save the login, start again", want: "Signed in as ada", run: saveAndReturn},
	{name: "search all that left for password, code, key and cookie", want: "none of them", run: searchAll},
}

// The names of the two secrets of the walk.
const (
	vaultPassword = "vault"
	vaultKey      = "vault_code"
)

// loginPolicy denies the two tools with which a model reads a page's fields by
// code of its own.
func loginPolicy(host string) string {
	return fmt.Sprintf("# written by connector-browser demo, anew at each run\n"+
		"[tools]\ndeny = [%q, \"browser_evaluate\"]\n\n[network]\nallow = [%q]\n", denied, host)
}

// keepSecrets stores both as a person does, lets a session save its login, and
// reads what that session tells the model.
func keepSecrets(ctx context.Context, w *walk) (string, error) {
	vault, host := w.site.Vault(), w.site.Host()
	for _, verb := range [][]string{
		{vault.Password, "secret", "set", vaultPassword, "--host", host},
		{vault.Key, "secret", "set", vaultKey, "--totp", "--host", host},
		{`{"export":"on"}`, "auth"},
	} {
		if _, err := w.home.Verb(ctx, verb[0]+"\n", io.Discard, verb[1:]...); err != nil {
			return "", err
		}
	}
	if err := errors.Join(w.session.Close(), w.reopen(ctx, loginPolicy(host))); err != nil {
		return "", err
	}
	list, err := w.session.Request(ctx, "tools/list", map[string]any{})
	if err != nil {
		return "", err
	}
	told := 0
	for _, name := range []string{"{{" + vaultPassword + "}} on " + host, "{{" + vaultKey + ".totp}} on " + host} {
		if bytes.Contains(list, []byte(name)) {
			told++
		}
	}
	return fmt.Sprintf("%d names, told to the model", told), nil
}

// logIn fills the form with the names in the places of the values.
func logIn(ctx context.Context, w *walk) (string, error) {
	if _, err := w.visit(ctx, "/vault"); err != nil {
		return "", err
	}
	field := func(name, target, value string) map[string]any {
		return map[string]any{"element": name, "name": name, "type": "textbox", "target": target, "value": value}
	}
	_, err := w.tool(ctx, "browser_fill_form", map[string]any{"fields": []any{
		field("Name", "#user", "ada"),
		field("Password", "#password", "{{"+vaultPassword+"}}"),
		field("Code", "#code", "{{"+vaultKey+".totp}}"),
	}})
	if err != nil {
		return "", err
	}
	if _, err := w.tool(ctx, "browser_click", map[string]any{"element": "Open", "target": "button[type=submit]"}); err != nil {
		return "", err
	}
	page, err := w.snapshot(ctx)
	return node(page, "status"), err
}

// misplaced asks for the password where it would be easy to read.
func misplaced(ctx context.Context, w *walk) (string, error) {
	if _, err := w.tool(ctx, "browser_navigate", map[string]any{"url": "data:text/html,<input id=mine>"}); err != nil {
		return "", err
	}
	_, err := w.session.Tool(ctx, "browser_type", map[string]any{"element": "mine", "target": "#mine", "text": "{{" + vaultPassword + "}}"})
	return refusedWith(err)
}

// saveAndReturn saves the login without seeing it, and looks whether the next
// session has it.
func saveAndReturn(ctx context.Context, w *walk) (string, error) {
	if _, err := w.tool(ctx, "browser_storage_state", map[string]any{}); err != nil {
		return "", err
	}
	w.left = append(w.left, w.session.Received()...)
	if err := w.session.Close(); err != nil {
		return "", err
	}
	w.left = append(w.left, w.session.Stderr()...)
	if err := w.reopen(ctx, loginPolicy(w.site.Host())); err != nil {
		return "", err
	}
	if _, err := w.visit(ctx, "/vault/inside"); err != nil {
		return "", err
	}
	page, err := w.snapshot(ctx)
	return node(page, "status"), err
}

// searchAll looks through everything that both sessions sent and wrote, and
// through the trace. That the login is stored all the same shows that there was
// something to find.
func searchAll(ctx context.Context, w *walk) (string, error) {
	left := append(bytes.Clone(w.left), w.session.Received()...)
	left = append(left, w.session.Stderr()...)
	for _, file := range w.home.traceFiles() {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		left = append(left, text...)
	}
	vault := w.site.Vault()
	for what, value := range map[string]string{"password": vault.Password, "key": vault.Key, "cookie": vault.Session} {
		for _, spelled := range spellings(value) {
			if bytes.Contains(left, []byte(spelled)) {
				return "the " + what, nil
			}
		}
	}
	state, err := os.ReadFile(w.home.handle("BROWSER_STORAGE_STATE"))
	if err != nil {
		return "", err
	}
	if !json.Valid(state) || !strings.Contains(string(state), vault.Session) {
		return "none of them, but the login was not stored either", nil
	}
	return "none of them", nil
}
