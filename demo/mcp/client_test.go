package mcp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func TestRawLinesGoOutByteForByte(t *testing.T) {
	t.Parallel()
	c := startScript(t, "echo")
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":"x","Name":1,"name":2,"name":3}`,
		"{\"id\":\"y\", \"caf\xe9\":\t \"\\u006e\"}",
	} {
		id := line[strings.Index(line, `"id":`)+5:][:3]
		answer := c.Expect(id)
		if err := c.Send([]byte(line)); err != nil {
			t.Fatal(err)
		}
		m, err := c.Await(within(t), answer)
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf(`"%x"`, line); string(m.Result) != want {
			t.Errorf("sent %q, the server read %s in hex", line, m.Result)
		}
	}
}

func TestAnswersFindTheirRequestsInAnyOrder(t *testing.T) {
	t.Parallel()
	c := startScript(t, "backwards")
	first, second := c.Expect("1"), c.Expect("2")
	c.Send([]byte(`{"jsonrpc":"2.0","id":1,"method":"a"}`))
	c.Send([]byte(`{"jsonrpc":"2.0","id":2,"method":"b"}`))
	for want, channel := range map[string]<-chan Message{`"first"`: first, `"second"`: second} {
		if m, err := c.Await(within(t), channel); err != nil || string(m.Result) != want {
			t.Errorf("got %s and %v, want %s", m.Result, err, want)
		}
	}
}

func TestTheServersRequestsAreAnsweredInTheirOwnIdSpace(t *testing.T) {
	t.Parallel()
	c := startScript(t, "asks")
	got, err := c.Request(within(t), "tools/list", nil) // its id is 1, as is that of the server's ping
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":"r","error":{"code":-32601,"message":"Method not found"}}]`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestErrorsKeepTheirCodesAndStrayAnswersAreKept(t *testing.T) {
	t.Parallel()
	c := startScript(t, "refuses")
	_, err := c.Request(within(t), "tools/call", nil)
	var own *Error
	if !errors.As(err, &own) || own.Code != 7 || own.Data.Code != "connector.forbidden_scope" || own.Data.Hint != "ask" {
		t.Fatalf("got %v", err)
	}
	var stray []Message
	for len(stray) < 2 {
		stray = append(stray, c.Stray()...)
		time.Sleep(time.Millisecond)
	}
	if stray[0].ID != "null" || stray[0].Err == nil || stray[0].Err.Code != -32700 {
		t.Errorf("the error without an id reads %+v", stray[0])
	}
	if stray[1].ID != "" || stray[1].Err != nil || !bytes.HasPrefix(stray[1].Raw, []byte("[{")) {
		t.Errorf("the array reads %+v", stray[1])
	}
}

func TestEveryPageOfTheToolsIsAskedFor(t *testing.T) {
	t.Parallel()
	names, err := startScript(t, "pages").Tools(within(t))
	if err != nil || strings.Join(names, " ") != "a b" {
		t.Errorf("got %q and %v", names, err)
	}
}

func TestLongLinesAreWholeAndUnfinishedOnesAreNone(t *testing.T) {
	t.Parallel()
	c := startScript(t, "long")
	got, err := c.Request(within(t), "a", nil)
	if err != nil || len(got) != 5<<20+2 {
		t.Errorf("got %d bytes and %v", len(got), err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if stray := c.Stray(); len(stray) > 0 {
		t.Errorf("a line became the message %+v", stray[0])
	}
}
