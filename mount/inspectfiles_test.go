package mount

// filesSetUp are files: right, not read by their client, or broken.
var filesSetUp = []setUp{
	{"nothing", "home/.none", "", nil},
	{"all well", "home/.cursor/mcp.json", `{"mcpServers": {"browser": {` + rightEntry + `}}}`, nil},
	{"another server of our name", "home/.cursor/mcp.json", `{"mcpServers": {"browser": {"command": "npx", "args": ["x"]}}}`, nil},
	{"CD-006 VS Code with mcpServers", "home/.config/Code/User/mcp.json", `{"mcpServers": {"browser": {` + rightEntry + `}}}`,
		[]string{`vscode: VS Code does not read "mcpServers", in which "browser" stands; its table is called "servers" => connector-browser mount --client vscode --write`}},
	{"VS Code's project with mcpServers", "project/.vscode/mcp.json", `{"servers": {}, "mcpServers": {"web": {` + rightEntry + `}}}`,
		[]string{`vscode: VS Code does not read "mcpServers", in which "web" stands; its table is called "servers" => connector-browser mount --client vscode --scope project --write`}},
	{"Zed with mcpServers", "home/.config/zed/settings.json", `{"mcpServers": {"browser": {` + rightEntry + `}}, /* … */}`,
		[]string{`zed: Zed does not read "mcpServers", in which "browser" stands; its table is called "context_servers" => connector-browser mount --client zed --write`}},
	{"VS Code with another's mcpServers", "home/.config/Code/User/mcp.json", `{"mcpServers": {"browser": {"command": "npx", "args": ["x"]}}}`, nil},
	{"CD-006 Zed with both tables", "home/.config/zed/settings.json", "{\"context_servers\": {\"browser\": {" + rightEntry + "}},\n\"mcpServers\": {\n\"browser\": {" + rightEntry + "}}}",
		[]string{`zed: Zed does not read "mcpServers", in which "browser" stands; its table is called "context_servers" => take out by hand: "browser" of "mcpServers" at HOME/.config/zed/settings.json:3`}},
	{"Codex in an untrusted project", "project/.codex/config.toml", "[mcp_servers.browser]\ncommand = \"PROGRAM\"\nargs = [\"run\"]\n",
		[]string{`codex: Codex does not read this file, since its own settings do not call PROJECT a trusted project; start codex there once and trust it, or mount for the user => connector-browser mount --client codex --write`}},
	{"a link to nowhere", "home/.cursor/mcp.json", "=> /nowhere/at/all",
		[]string{`cursor: HOME/.cursor/mcp.json is a link to a file that does not exist; make that file or remove the link => mend HOME/.cursor/mcp.json by hand first, then look again: connector-browser doctor`}},
	{"a broken file", "home/.claude.json", "{\n  \"mcpServers\": {,}\n}",
		[]string{`claude-code: HOME/.claude.json:2:18 a name in double quotes is missing here; mend it there and try again (the file was not touched) => mend HOME/.claude.json by hand first, then look again: connector-browser doctor`}},
	{"a comment where the client reads none", "home/.config/Claude/claude_desktop_config.json", "{ // mine\n}",
		[]string{`claude-desktop: HOME/.config/Claude/claude_desktop_config.json:1:3 a comment, which the client that reads this file takes for an error; mend it there and try again (the file was not touched) => mend HOME/.config/Claude/claude_desktop_config.json by hand first, then look again: connector-browser doctor`}},
}
