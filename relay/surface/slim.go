package surface

import (
	"bytes"
	"encoding/json"
)

// Slim gives a tool's declaration in fewer words: what the upstream repeats in
// each tool is said once and short. Names, types and limits stay.
func Slim(declaration json.RawMessage) json.RawMessage {
	for _, cut := range cuts {
		declaration = bytes.ReplaceAll(declaration, []byte(cut.long), []byte(cut.short))
	}
	return declaration
}

var cuts = []struct{ long, short string }{
	{`"$schema":"https://json-schema.org/draft/2020-12/schema",`, ``},
	{`Human-readable element description used to obtain permission to interact with the element`, `What it is, in words`},
	{`Human-readable source element description used to obtain the permission to interact with the element`, `What it is, in words`},
	{`Human-readable target element description used to obtain the permission to interact with the element`, `What it is, in words`},
	{`Exact target element reference from the page snapshot, or a unique element selector`, `Ref or selector`},
	{`Exact source element reference from the page snapshot, or a unique element selector`, `Ref or selector`},
	{` Relative file names are resolved against the workspace root.`, ``},
	{` If not provided, result is returned as text.`, ``},
	{` If not provided, output is returned as text.`, ``},
	{` Returns matching snapshot nodes with a few lines of surrounding context (like search snippets), each shown under its path from the root of the tree, which is cheaper than capturing the whole snapshot when you only need to locate an element and its ref.`, ` Finds elements that the compact snapshot left out.`},
	{` Provide either text or regex, not both.`, ``},
	{` Matching is case-sensitive by default; wrap the pattern in slashes to add flags, e.g. \"/error/i\" for case-insensitive.`, ` Flags: \"/error/i\".`},
	{` You can't perform actions based on the screenshot, use browser_snapshot for actions.`, ` It is written to a file.`},
	{` If not specified, the screenshot is saved into the output directory as ` + "`page-{timestamp}.{png|jpeg|webp}`.", ``},
	{`Image resolution scale. \"css\" produces a screenshot sized in CSS pixels (smaller, consistent across devices). \"device\" produces a high-resolution screenshot using device pixels (larger, accounts for the device pixel ratio). Default is css.`, `CSS or device pixels`},
	{`Image format for the screenshot. If unset, inferred from the filename extension, otherwise png.`, `Image format`},
	{`When true, takes a screenshot of the full scrollable page, instead of the currently visible viewport. Cannot be used with element screenshots.`, `The whole page, not the viewport alone`},
	{`Capture accessibility snapshot of the current page, this is better than screenshot`, `Show the page: one line for each element, what matters first`},
	{`Include each element's bounding box as [box=x,y,width,height] in the snapshot. Coordinates are viewport-relative, in CSS pixels (Element.getBoundingClientRect)`, `Include boxes, in a file only`},
	{` If the field is a checkbox, the value should be ` + "`true` or `false`. If the field is a combobox, the value should be the text of the option.", ` A checkbox: true or false; a combobox: the option's text.`},
	{` It will be invoked with a single argument, page, which you can use for any page interaction. For example: ` + "`async (page) => { await page.getByRole('button', { name: 'Submit' }).click(); return await page.title(); }`", " `async (page) => { … }`"},
	{` Useful for triggering key handlers in the page. By default entire text is filled in at once.`, ``},
	{`Emulate CSS media features for the page, for example switch between the light and dark color scheme. Omitted parameters are left unchanged; null clears an override.`, `Emulate CSS media features; null clears one`},
	{`Emulates the prefers-color-scheme media feature`, ``},
	{`Emulates the prefers-reduced-motion media feature`, ``},
	{`Emulates the forced-colors media feature`, ``},
	{`Emulates the prefers-contrast media feature`, ``},
	{`Changes the CSS media type of the page`, ``},
	{`"description":"",`, ``},
}
