package demo

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// attacks holds the model-written code of the walk. Each file is one function;
// it leaves the upstream's script context by the constructor of an object that
// it was given, and then has Node itself.
//
//go:embed attacks/*.js
var attacks embed.FS

// attack runs a file of attacks in the server's own process and reads what it
// gives into answer. An attack that never reached Node proves nothing and is
// an error.
func (w *walk) attack(ctx context.Context, name string, arguments, answer any) error {
	source, err := attacks.ReadFile("attacks/" + name + ".js")
	if err != nil {
		return err
	}
	handed, err := json.Marshal(arguments)
	if err != nil {
		return err
	}
	code := fmt.Sprintf("async (page) => (\n%s)(page, %s)", source, handed)
	result, err := w.tool(ctx, "browser_run_code_unsafe", map[string]any{"code": code})
	if err != nil {
		return err
	}
	raw, err := scriptResult(result.Text())
	if err != nil {
		return err
	}
	var reached struct {
		Node string `json:"node"`
	}
	if err := json.Unmarshal(raw, &reached); err != nil {
		return fmt.Errorf("the attack's answer cannot be read: %w", err)
	}
	if reached.Node == "" {
		return errors.New("the attack did not reach Node, so it proves nothing")
	}
	return json.Unmarshal(raw, answer)
}

// scriptResult is the JSON below the heading "### Result" of an answer.
func scriptResult(text string) (json.RawMessage, error) {
	_, rest, ok := strings.Cut(text, "### Result\n")
	if !ok {
		return nil, fmt.Errorf("the script gave no result: %s", firstLines(text, 3))
	}
	raw, _, _ := strings.Cut(rest, "\n### ")
	return json.RawMessage(raw), nil
}
