package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"connector-browser/launcher/sandbox"
	"connector-browser/pins"
)

// browser is the one that is installed beside, since an installation has one: it
// comes from npm and is never started here.
const browser = "chromium-headless"

// revisions are those of the protocol that the upstream is asked for, ascending.
var revisions = []string{"2024-10-07", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"}

// patience bounds each answer of the upstream.
const patience = time.Minute

func install(ctx context.Context, o options, lock *pins.Lock) error {
	_, err := pins.Install(ctx, pins.Options{Lock: lock, Platform: pins.HostPlatform(), Dir: o.bin, Browser: browser})
	return err
}

// ask starts the new upstream in the walls, without and with the storage
// capability, and writes down what it answers in the form of upstream.record.json.
// What is asked runs only when it was found to be what the lock says.
func ask(ctx context.Context, o options, lockText []byte) ([]byte, error) {
	lock, err := pins.ParseLock(lockText)
	if err != nil {
		return nil, err
	}
	if err := install(ctx, o, lock); err != nil { // by now a look at what is there
		return nil, err
	}
	build, err := pins.Check(ctx, lock, pins.HostPlatform(), o.bin)
	if err != nil {
		return nil, err
	}
	plain, err := meet(ctx, o, build)
	if err != nil {
		return nil, err
	}
	whole, err := meet(ctx, o, build, "--caps", "storage")
	if err != nil {
		return nil, err
	}
	storage := []string{}
	for _, name := range names(whole.tools) {
		if !slices.Contains(names(plain.tools), name) {
			storage = append(storage, name)
		}
	}
	var compact, record bytes.Buffer
	fmt.Fprintf(&compact, `{"package":%s,"version":%s,"protocolVersions":%s,"capabilities":%s,"serverInfo":%s,"storage":%s,"tools":%s}`,
		quoted(program), quoted(o.version), list(whole.revisions), whole.capabilities, whole.serverInfo, list(storage), whole.tools)
	err = json.Indent(&record, compact.Bytes(), "", " ")
	return record.Bytes(), err
}

// met is what one upstream answered.
type met struct {
	revisions                       []string
	capabilities, serverInfo, tools json.RawMessage
}

// meet asks one upstream everything, and ends it.
func meet(ctx context.Context, o options, build *pins.Build, more ...string) (*met, error) {
	dir, err := os.MkdirTemp(filepath.Dir(o.bin), "ask-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	child, err := sandbox.Start(sandbox.Walls{
		Dir: dir, ReadOnly: build.ReadOnly, Program: build.Node, Cwd: dir,
		Args: append([]string{build.Script, "--headless", "--isolated", "--executable-path", build.Browser}, more...),
		Env:  append([]string{"HOME=" + dir, "PATH=/usr/bin:/bin"}, build.Env...),
	})
	if err != nil {
		return nil, err
	}
	defer child.Close()
	end := func() { child.Kill() }
	defer context.AfterFunc(ctx, end)()
	go io.Copy(io.Discard, child.Stderr)

	m := &met{}
	lines := bufio.NewReaderSize(child.Stdout, 1<<20)
	id := 0
	call := func(method, params string, result any) error {
		id++
		timer := time.AfterFunc(patience, end)
		defer timer.Stop()
		if _, err := fmt.Fprintf(child.Stdin, `{"jsonrpc":"2.0","id":%d,"method":%s,"params":%s}`+"\n", id, quoted(method), params); err != nil {
			return err
		}
		for {
			line, err := lines.ReadBytes('\n')
			if err != nil {
				return fmt.Errorf("the new upstream does not answer %s: %w", method, err)
			}
			var answer struct {
				ID     int             `json:"id"`
				Result json.RawMessage `json:"result"`
			}
			if json.Unmarshal(line, &answer) != nil || answer.ID != id {
				continue
			}
			if err := json.Unmarshal(answer.Result, result); err != nil {
				return fmt.Errorf("the new upstream answers %s with something else than a result", method)
			}
			return nil
		}
	}
	for _, revision := range revisions {
		var hello struct {
			Version      string          `json:"protocolVersion"`
			Capabilities json.RawMessage `json:"capabilities"`
			ServerInfo   json.RawMessage `json:"serverInfo"`
		}
		params := fmt.Sprintf(`{"protocolVersion":%s,"capabilities":{},"clientInfo":{"name":"connector-browser","version":"1"}}`, quoted(revision))
		if err := call("initialize", params, &hello); err != nil {
			return nil, err
		}
		if hello.Version == revision {
			m.revisions = append(m.revisions, revision)
		}
		m.capabilities, m.serverInfo = hello.Capabilities, hello.ServerInfo
	}
	var listed struct {
		Tools json.RawMessage `json:"tools"`
	}
	err = call("tools/list", `{}`, &listed)
	m.tools = listed.Tools
	return m, err
}

// names are those of tools in tools/list.
func names(tools json.RawMessage) (names []string) {
	var listed []struct{ Name string }
	if json.Unmarshal(tools, &listed) != nil {
		return nil
	}
	for _, t := range listed {
		names = append(names, t.Name)
	}
	return names
}

func list(words []string) []byte {
	text, err := json.Marshal(words)
	if err != nil {
		panic(err) // strings always can be
	}
	return text
}
