package mcp

import (
	"context"
	"encoding/json"
	"fmt"
)

// Revision is the revision of MCP that the client asks for.
const Revision = "2025-11-25"

// Request sends a request and gives its result; what the server answers as an
// error comes back as *Error.
func (c *Client) Request(ctx context.Context, method string, params any) (json.RawMessage, error) {
	answer, err := c.Begin(method, params)
	if err != nil {
		return nil, err
	}
	m, err := c.Await(ctx, answer)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", method, err)
	case m.Err != nil:
		return nil, m.Err
	}
	return m.Result, nil
}

// Begin sends a request whose answer is awaited later.
func (c *Client) Begin(method string, params any) (<-chan Message, error) {
	id := c.Next()
	line, err := encode(id, method, params)
	if err != nil {
		return nil, err
	}
	answer := c.Expect(id)
	return answer, c.Send(line)
}

// Notify sends a notification.
func (c *Client) Notify(method string, params any) error {
	line, err := encode("", method, params)
	if err != nil {
		return err
	}
	return c.Send(line)
}

// Initialize opens the session and tells what the server calls itself.
func (c *Client) Initialize(ctx context.Context) (server, revision string, err error) {
	raw, err := c.Request(ctx, "initialize", map[string]any{
		"protocolVersion": Revision,
		"capabilities":    struct{}{},
		"clientInfo":      map[string]string{"name": "connector-browser-demo", "version": "1"},
	})
	if err != nil {
		return "", "", err
	}
	var answer struct {
		ProtocolVersion string `json:"protocolVersion"`
		ServerInfo      struct {
			Name string `json:"name"`
		} `json:"serverInfo"`
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return "", "", fmt.Errorf("the answer to initialize cannot be read: %w", err)
	}
	return answer.ServerInfo.Name, answer.ProtocolVersion, c.Notify("notifications/initialized", nil)
}

// Tools lists the names that the server offers, all pages of them.
func (c *Client) Tools(ctx context.Context) ([]string, error) {
	var names []string
	for cursor := ""; ; {
		params := map[string]string{}
		if cursor != "" {
			params["cursor"] = cursor
		}
		raw, err := c.Request(ctx, "tools/list", params)
		if err != nil {
			return nil, err
		}
		var page struct {
			Tools []struct {
				Name string `json:"name"`
			} `json:"tools"`
			NextCursor string `json:"nextCursor"`
		}
		if err := json.Unmarshal(raw, &page); err != nil {
			return nil, fmt.Errorf("the answer to tools/list cannot be read: %w", err)
		}
		for _, tool := range page.Tools {
			names = append(names, tool.Name)
		}
		if page.NextCursor == "" {
			return names, nil
		}
		cursor = page.NextCursor
	}
}

// Tool calls a tool. A result that is an error of the tool's own is a Result
// with IsError, not an error.
func (c *Client) Tool(ctx context.Context, name string, arguments map[string]any) (Result, error) {
	if arguments == nil {
		arguments = map[string]any{}
	}
	raw, err := c.Request(ctx, "tools/call", map[string]any{"name": name, "arguments": arguments})
	if err != nil {
		return Result{}, err
	}
	var result Result
	if err := json.Unmarshal(raw, &result); err != nil {
		return Result{}, fmt.Errorf("the answer of %s cannot be read: %w", name, err)
	}
	return result, nil
}
