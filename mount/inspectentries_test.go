package mount

// entriesSetUp are entries that start something else than they should.
var entriesSetUp = []setUp{
	{"a relative command", "home/.lmstudio/mcp.json", `{"mcpServers": {"browser": {"command": "connector-browser", "args": ["run"]}}}`,
		[]string{`lmstudio: "browser" starts "connector-browser", which is not an absolute path; LM Studio may look for it in another PATH than your shell => connector-browser mount --client lmstudio --write --replace`}},
	{"a missing program", "home/.config/goose/config.yaml", "extensions:\n  browser:\n    cmd: /nowhere/connector-browser\n    args: [run]\n",
		[]string{`goose: "browser" starts /nowhere/connector-browser, which is not there or not a program => connector-browser mount --client goose --write --replace`}},
	{"another program with our variable", "home/.cursor/mcp.json", `{"mcpServers": {"browser": {"command": "/nowhere/old", "env": {"CONFIG_LOCAL_DIR": "DIRECTORY"}}}}`,
		[]string{`cursor: "browser" starts /nowhere/old, which is not there or not a program => connector-browser mount --client cursor --write --replace`}},
	{"another build", "home/.gemini/settings.json", `{"mcpServers": {"browser": {"command": "OTHER", "args": ["run"]}}}`,
		[]string{`gemini-cli: "browser" starts another build, OTHER, and not this one, PROGRAM => connector-browser mount --client gemini-cli --write --replace`}},
	{"a configuration directory that is gone", "home/.cursor/mcp.json", `{"mcpServers": {"browser": {"command": "PROGRAM", "args": ["run"], "env": {"CONFIG_LOCAL_DIR": "/nowhere"}}}}`,
		[]string{`cursor: "browser" names the configuration directory /nowhere, which is not there => connector-browser mount --client cursor --write --replace`}},
	{"arguments that somebody has edited", "home/.cursor/mcp.json", `{"mcpServers": {"web": {"command": "PROGRAM", "args": ["run", "--MARKER"]}}}`,
		[]string{`cursor: "web" starts connector-browser with other arguments than "run", so it is not taken for ours: list leaves it out, and unmount leaves it alone => mend by hand: "web" of "mcpServers" at HOME/.cursor/mcp.json:1; connector-browser mount --client cursor prints what belongs there`}},
	{"the same under our name", "home/.cursor/mcp.json", `{"mcpServers": {"browser": {"command": "PROGRAM", "env": {"CONFIG_LOCAL_DIR": "DIRECTORY"}}}}`,
		[]string{`cursor: "browser" starts connector-browser with other arguments than "run", so it is not taken for ours: list leaves it out, and unmount leaves it alone => connector-browser mount --client cursor --write --replace`}},
	{"an entry of another name that went wrong", "home/.cursor/mcp.json", `{"mcpServers": {"web": {"command": "connector-browser", "args": ["run"]}}}`,
		[]string{`cursor: "web" starts "connector-browser", which is not an absolute path; Cursor may look for it in another PATH than your shell => mend by hand: "web" of "mcpServers" at HOME/.cursor/mcp.json:1; connector-browser mount --client cursor prints what belongs there`}},
	{"an entry that cannot be edited", "home/.codex/config.toml", "# mine\nmcp_servers = { browser = { command = \"connector-browser\", args = [\"run\"] } }\n",
		[]string{`codex: "browser" starts "connector-browser", which is not an absolute path; Codex may look for it in another PATH than your shell => mend by hand: "browser" of "mcp_servers" at HOME/.codex/config.toml:2; connector-browser mount --client codex prints what belongs there`}},
}

// mountedTwice are entries for one configuration directory.
var mountedTwice = []setUp{
	{"two mounts of one directory", "home/.cursor/mcp.json", `{"mcpServers": {"browser": {` + rightEntry + `}, "web": {` + rightEntry + `}}}`,
		[]string{`cursor: "web" is mounted twice for one configuration directory, here and as "browser" in HOME/.cursor/mcp.json; Cursor would start both or drop one => take out by hand: "web" of "mcpServers" at HOME/.cursor/mcp.json:1`}},
	{"two mounts, ours the second", "home/.cursor/mcp.json", `{"mcpServers": {"a": {` + rightEntry + `}, "browser": {` + rightEntry + `}}}`,
		[]string{`cursor: "browser" is mounted twice for one configuration directory, here and as "a" in HOME/.cursor/mcp.json; Cursor would start both or drop one => CONFIG_LOCAL_DIR=DIRECTORY connector-browser unmount --client cursor --write`}},
	{"two mounts, neither of our name", "home/.cursor/mcp.json", `{"mcpServers": {"a": {` + rightEntry + `},` + "\n" + `"b": {` + rightEntry + `}}}`,
		[]string{`cursor: "b" is mounted twice for one configuration directory, here and as "a" in HOME/.cursor/mcp.json; Cursor would start both or drop one => take out by hand: "b" of "mcpServers" at HOME/.cursor/mcp.json:2`}},
	{"two mounts, of the user and of the project", "home/.claude.json", `{"mcpServers": {"browser": {` + rightEntry + `}}, "projects": {"PROJECT": {"mcpServers": {"browser": {` + rightEntry + `}}}}}`,
		[]string{`claude-code: "browser" is mounted twice for one configuration directory, here and as "browser" in HOME/.claude.json; Claude Code would start both or drop one => claude mcp remove --scope local browser`}},
	{"two mounts that cannot be edited", "home/.codex/config.toml", `mcp_servers = { a = { command = "PROGRAM", args = ["run"] }, browser = { command = "PROGRAM", args = ["run"] } }`,
		[]string{`codex: "browser" is mounted twice for one configuration directory, here and as "a" in HOME/.codex/config.toml; Codex would start both or drop one => take out by hand: "browser" of "mcp_servers" at HOME/.codex/config.toml:1`}},
}
