package surface

import (
	"bytes"
	"encoding/json"
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

var cuts = []struct{ long, short string }{
	{`,"readOnlyHint":false,"destructiveHint":true,"openWorldHint":true}`, `}`},
	{`"readOnlyHint":true,"destructiveHint":false,"openWorldHint":true}`, `"readOnlyHint":true}`},
	{`"title":"Take a screenshot","readOnlyHint":true`, `"title":"Take a screenshot"`}, // it hides the caret, in the page's own fields
	{`"$schema":"https://json-schema.org/draft/2020-12/schema",`, ``},
	{`Human-readable element description used to obtain permission to interact with the element`, ``},
	{`Human-readable source element description used to obtain the permission to interact with the element`, ``},
	{`Human-readable target element description used to obtain the permission to interact with the element`, ``},
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
	{`() => { /* code */ } or (element) => { /* code */ } when element is provided`, "`() => …`, or `(element) => …` with a target"},
	{`Evaluate JavaScript expression on page or element`, `Evaluate JavaScript in the page`},
	{`Image format`, ``},
	{`Type text into editable element`, `Replace the text of a field`},
	{`Perform drag and drop between two elements`, `Drag one element onto another`},
	{`Go back to the previous page in the history`, `Go back`},
	{`Select an option in a dropdown`, `Select options`},
	{`Hover over element on page`, `Hover`},
	{`Perform click on a web page`, `Click`},
	{`Whether to perform a double click instead of a single click`, ``},
	{`Button to click, defaults to left`, ``},
	{`Modifier keys to press`, ``},
	{`Description of the field`, ``},
	{`Human-readable field name`, ``},
	{`Type of the field`, ``},
	{`Fields to fill in`, ``},
	{`Value to fill in the field.`, ``},
	{`Text to type into the element`, ``},
	{`Whether to submit entered text (press Enter after)`, `Press Enter after it`},
	{`Whether to type one character at a time.`, `Key by key`},
	{`The URL to navigate to`, ``},
	{`Width of the browser window`, ``},
	{`Height of the browser window`, ``},
	{`Array of values to select in the dropdown. This can be a single value or multiple values.`, ``},
	{`Plain text to search for in the page snapshot (case-insensitive substring match).`, `Any case`},
	{`Regular expression to search for in the page snapshot.`, ``},
	{`Search the accessibility snapshot of the current page for text or a regular expression.`, `Search the page for text or a regular expression.`},
	{`Save results to a file instead of returning them in the response.`, `Write to a file instead`},
	{`Save snapshot to a file instead of returning it in the response.`, `Write to a file instead`},
	{`File name to save the result to.`, `Write to a file instead`},
	{`File name to save the screenshot to.`, ``},
	{`Limit the depth of the snapshot tree`, ``},
	{`Absolute paths to files to drop onto the element.`, ``},
	{`Data to drop, as a map of MIME type to string value (e.g. {\"text/plain\": \"hello\", \"text/uri-list\": \"https://example.com\"}).`, `By MIME type`},
	{`Drop files or MIME-typed data onto an element, as if dragged from outside the page. At least one of \"paths\" or \"data\" must be provided.`, `Drop files or data onto an element, as if from outside the page`},
	{`Returns full details (headers and body) of a single network request, or a single part if ` + "`part`" + ` is set. Use the number from browser_network_requests.`, `Headers and body of one request, by its number in browser_network_requests`},
	{`1-based index of the request, as printed by browser_network_requests.`, ``},
	{`Return only this part of the request. Omit to return full details.`, ``},
	{`Run a Playwright code snippet. Unsafe: executes arbitrary JavaScript in the Playwright server process and is RCE-equivalent.`, `Run Playwright code in the server. Unsafe`},
	{`A JavaScript function containing Playwright code to execute. `, ``},
	{`Load code from the specified file. If both code and filename are provided, code will be ignored.`, `Load it from a file instead`},
	{`,"description":""`, ``},
	{`"description":"",`, ``},
}
