// Drives connector-browser by the reference client of the protocol. It prints
// "done", or throws.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const { PROGRAM, CONFIG_LOCAL_DIR, FORM } = process.env;
const client = new Client({ name: "node-client", version: "1" });
await client.connect(new StdioClientTransport({
  command: PROGRAM, args: ["run"], env: { CONFIG_LOCAL_DIR },
}));

const call = async (name, args = {}) => {
  const result = await client.callTool({ name, arguments: args });
  assert(!result.isError, `${name}: ${JSON.stringify(result)}`);
  return result.content;
};

const { tools } = await client.listTools();
assert.equal(tools.length, 25);
await call("browser_navigate", { url: FORM });
await call("browser_type", { target: "getByLabel('Name')", text: "Ada" });
await call("browser_click", { target: "getByRole('button', { name: 'Greet' })" });
const [snapshot] = await call("browser_snapshot");
assert.match(snapshot.text, /hello Ada/);
const screenshot = await call("browser_take_screenshot");
const image = screenshot.find(block => block.type === "image");
assert.equal(Buffer.from(image.data, "base64").toString("latin1", 1, 4), "PNG");
const { contents: [status] } = await client.readResource({ uri: "connector://browser/status" });
assert.equal(status.text, JSON.stringify({ state: "authorized", tools: tools.map(tool => tool.name) }));
await client.close();
console.log("done");
