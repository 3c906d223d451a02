package surface

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Slim gives a tool's declaration in fewer words: what the upstream repeats in
// each tool is said once and short, and of its annotations what MCP takes for
// granted where nothing is said is not said. Names, types and limits stay.
func Slim(declaration json.RawMessage) json.RawMessage {
	for _, cut := range cuts {
		declaration = bytes.ReplaceAll(declaration, []byte(cut.long), []byte(cut.short))
	}
	return declaration
}

// A cut puts one text in the place of another.
type cut struct{ long, short string }

// cuts are made in this order; a description of which nothing is left goes last.
var cuts = slices.Concat(sharedCuts, lookCuts, actCuts, emptyCuts)

// sharedCuts are made in what many tools say alike.
var sharedCuts = []cut{
	{`,"readOnlyHint":false,"destructiveHint":true,"openWorldHint":true}`, `}`},
	{`"readOnlyHint":true,"destructiveHint":false,"openWorldHint":true}`, `"readOnlyHint":true}`},
	{`"propertyNames":{"type":"string"},`, ``}, // as all names are
	{`"$schema":"https://json-schema.org/draft/2020-12/schema",`, ``},
	{`Human-readable element description used to obtain permission to interact with the element`, ``},
	{`Human-readable source element description used to obtain the permission to interact with the element`, ``},
	{`Human-readable target element description used to obtain the permission to interact with the element`, ``},
	{`Exact target element reference from the page snapshot, or a unique element selector`, `Ref or selector`},
	{`Exact source element reference from the page snapshot, or a unique element selector`, `Ref or selector`},
	{` Relative file names are resolved against the workspace root.`, ``},
	{` If not provided, result is returned as text.`, ``},
	{` If not provided, output is returned as text.`, ``},
	{` If not provided, requests are returned as text.`, ``},
	{`Save results to a file instead of returning them in the response.`, `Write to a file instead`},
	{`File name to save the result to.`, `Write to a file instead`},
}

var emptyCuts = []cut{
	{`,"description":""`, ``},
	{`"description":"",`, ``},
}
