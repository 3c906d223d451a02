package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
)

// Every line that leaves for the client is a message of the negotiated revision
// (mcp.md 5.1): answers of the record and of the upstream, results that are
// errors, the connector's own errors, questions to the person, notifications.
func TestEveryLineIsOfItsRevision(t *testing.T) {
	t.Parallel()
	known := readSchemas(t, launchtest.New(t))
	for _, revision := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"} {
		t.Run(revision, func(t *testing.T) {
			c := listen(t, known, revision)
			c.ask("initialize", `{"protocolVersion":"`+revision+`","capabilities":{"elicitation":{},"roots":{}},"clientInfo":{"name":"c","version":"1"}}`, "InitializeResult")
			c.say(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
			c.session("")
			c.ask("ping", `{}`, "EmptyResult")
			c.close()
		})
	}
	t.Run("2026-07-28", func(t *testing.T) {
		c := listen(t, known, "2026-07-28")
		c.meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}},"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"}}`
		c.ask("server/discover", `{`+c.meta+`}`, "DiscoverResult")
		c.session(`,` + c.meta)
		c.close()
	})
}

// strictClient reads what the program writes, line by line, and lets nothing
// pass that the schema does not allow.
type strictClient struct {
	t         *testing.T
	known     *schemas
	revision  string
	meta      string
	in        io.WriteCloser
	lines     chan []byte
	last      int
	questions int // that the person was asked
	ended     func() error
}

func listen(t *testing.T, known *schemas, revision string) *strictClient {
	t.Helper()
	conf := launchtest.New(t).Auth("", false).Policy("[tools]\ndeny = [\"browser_run_code_unsafe\"]\nconfirm = [\"browser_evaluate\"]\n")
	cmd := command(conf.Dir, "run")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	own := *known
	own.t = t
	c := &strictClient{t: t, known: &own, revision: revision, in: in, lines: make(chan []byte), ended: cmd.Wait}
	go func() {
		defer close(c.lines)
		for r := bufio.NewReaderSize(out, 1<<20); ; {
			line, err := r.ReadBytes('\n')
			if err != nil {
				return
			}
			c.lines <- line
		}
	}()
	t.Cleanup(func() { cmd.Process.Kill(); in.Close() })
	return c
}

// session is what both ways of opening one have in common.
func (c *strictClient) session(meta string) {
	c.t.Helper()
	call := func(tool, arguments, definition string) {
		c.t.Helper()
		c.ask("tools/call", `{"name":"`+tool+`","arguments":`+arguments+meta+`}`, definition)
	}
	list := strings.TrimPrefix(meta, ",")
	c.ask("tools/list", `{`+list+`}`, "ListToolsResult")
	c.ask("resources/list", `{`+list+`}`, "ListResourcesResult")
	c.ask("resources/read", `{"uri":"connector://browser/status"`+meta+`}`, "ReadResourceResult")
	call("browser_navigate", `{"url":"data:text/html,<button>Greet</button>"}`, "CallToolResult")
	call("browser_snapshot", `{}`, "CallToolResult")
	call("browser_take_screenshot", `{}`, "CallToolResult")
	call("browser_click", `{"target":"#missing"}`, "CallToolResult")
	call("browser_click", `{"targets":"#missing"}`, "CallToolResult") // INVALID_ARGUMENT
	c.confirmed(meta)
	call("browser_run_code_unsafe", `{"code":"async () => 1"}`, "") // forbidden_scope
	call("browser_nothing", `{}`, "")
	c.ask("prompts/list", `{`+list+`}`, "")
	c.ask("tools/call", `{"nothing":1`+meta+`}`, "")
	c.say(`{"jsonrpc":"2.0","id":"twice","id":"twice","method":"ping"}`)
	c.await("null", "")
}

// confirmed calls a tool that a person has to agree to: each revision has its
// own way to ask, or none.
func (c *strictClient) confirmed(meta string) {
	c.t.Helper()
	call := func(more, definition string) json.RawMessage {
		c.t.Helper()
		return c.ask("tools/call", `{"name":"browser_evaluate","arguments":{"function":"() => 1"`+more+meta+`}`, definition)
	}
	switch c.revision {
	case "2024-11-05", "2025-03-26": // they know no questions: the arguments say yes
		call(`}`, "")
		call(`,"confirm":true}`, "CallToolResult")
	case "2026-07-28":
		var asked struct{ RequestState string }
		if err := json.Unmarshal(call(`}`, "InputRequiredResult"), &asked); err != nil || asked.RequestState == "" {
			c.t.Fatalf("no state is asked to be sent back: %v", err)
		}
		state, _ := json.Marshal(asked.RequestState)
		call(`},"inputResponses":{"confirm":{"action":"accept","content":{"confirm":true}}},"requestState":`+string(state), "CallToolResult")
	default:
		questions := c.questions
		if call(`}`, "CallToolResult"); c.questions != questions+1 {
			c.t.Errorf("%d questions were asked", c.questions-questions)
		}
	}
}

func (c *strictClient) say(line string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

// ask sends a request and holds its answer to a definition; "" wants an error.
func (c *strictClient) ask(method, params, definition string) json.RawMessage {
	c.t.Helper()
	c.last++
	c.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, c.last, method, params))
	return c.await(fmt.Sprint(c.last), definition)
}

// await reads up to the answer to one id. The person says yes to every question.
func (c *strictClient) await(id, definition string) json.RawMessage {
	c.t.Helper()
	for {
		var line []byte
		select {
		case line = <-c.lines:
		case <-time.After(time.Minute):
			c.t.Fatal("no answer within a minute")
		}
		if line == nil {
			c.t.Fatal("the program ended")
		}
		if id == "null" { // which JSON-RPC 2.0 wants here, and no revision's schema knows (CD-003)
			line = bytes.Replace(line, []byte(`"id":null`), []byte(`"id":0`), 1)
			id = "0"
		}
		c.known.check(c.revision, "JSONRPCMessage", line)
		var m struct {
			ID            json.RawMessage
			Method        string
			Result, Error json.RawMessage
		}
		if err := json.Unmarshal(line, &m); err != nil {
			c.t.Fatal(err)
		}
		switch {
		case m.Method != "" && m.ID != nil:
			c.known.check(c.revision, "ServerRequest", line)
			c.questions++
			c.say(`{"jsonrpc":"2.0","id":` + string(m.ID) + `,"result":{"action":"accept","content":{"confirm":true}}}`)
		case m.Method != "":
			c.known.check(c.revision, "ServerNotification", line)
		case !bytes.Equal(m.ID, []byte(id)):
			c.t.Fatalf("an answer to %s came while %s was waited for: %.300s", m.ID, id, line)
		case definition == "":
			if m.Error == nil {
				c.t.Errorf("no error: %.300s", line)
			}
			return nil
		case m.Result == nil:
			c.t.Errorf("no %s: %.300s", definition, line)
			return nil
		default:
			c.known.check(c.revision, definition, m.Result)
			return m.Result
		}
	}
}

func (c *strictClient) close() {
	c.t.Helper()
	c.in.Close()
	for line := range c.lines {
		c.known.check(c.revision, "JSONRPCMessage", line)
	}
	if err := c.ended(); err != nil {
		c.t.Error(err)
	}
}
