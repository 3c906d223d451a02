// Package relay stands between an MCP client and the child: it carries JSON-RPC
// messages both ways, a line each, and lets a fixed list of stages look at every
// one of them on its way. It starts no process and opens no file of the
// connector's directory; what it needs is handed to it in a Config.
//
// A message that no stage touches is forwarded byte for byte. A message that a
// stage touches is written anew from what was decided upon, so that both sides
// saw the same thing.
package relay
