package mcp

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The server of these tests is this test binary, started again with the name
// of a script in its environment.
const scriptVariable = "MCP_TEST_SCRIPT"

func TestMain(m *testing.M) {
	if name := os.Getenv(scriptVariable); name != "" {
		scripts[name](bufio.NewScanner(os.Stdin))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// answer gives the line for a request: its id comes second in all lines that
// the client writes.
func answer(line, rest string) string {
	_, id, _ := strings.Cut(line, `"id":`)
	id, _, _ = strings.Cut(id, ",")
	return `{"jsonrpc":"2.0","id":` + id + `,` + rest + `}`
}

var scripts = map[string]func(*bufio.Scanner){
	"echo": func(in *bufio.Scanner) { // every line comes back as a result, its bytes in hex
		for in.Scan() {
			fmt.Println(answer(in.Text(), fmt.Sprintf(`"result":"%x"`, in.Bytes())))
		}
	},
	"backwards": func(in *bufio.Scanner) { // two requests, answered in the other order
		in.Scan()
		first := in.Text()
		in.Scan()
		fmt.Println(answer(in.Text(), `"result":"second"`))
		fmt.Println(answer(first, `"result":"first"`))
		in.Scan()
	},
	"asks": func(in *bufio.Scanner) { // asks the client two things before it answers
		in.Scan()
		request := in.Text()
		fmt.Print(`{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\r\n")
		in.Scan()
		pong := in.Text()
		fmt.Println(`{"jsonrpc":"2.0","id":"r","method":"roots/list"}`)
		in.Scan()
		fmt.Println(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
		fmt.Println(answer(request, fmt.Sprintf(`"result":[%s,%s]`, pong, in.Text())))
		in.Scan()
	},
	"refuses": func(in *bufio.Scanner) {
		in.Scan()
		fmt.Println(answer(in.Text(), `"error":{"code":7,"message":"no","Message":"yes","data":{"code":"connector.forbidden_scope","hint":"ask"}}`))
		fmt.Println(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}`)
		fmt.Println(`[{"jsonrpc":"2.0","id":9,"result":{}}]`)
		in.Scan()
	},
	"pages": func(in *bufio.Scanner) {
		for in.Scan() {
			page := `"result":{"tools":[{"name":"a"}],"nextCursor":"more"}`
			if strings.Contains(in.Text(), `"cursor":"more"`) {
				page = `"result":{"tools":[{"name":"b"}]}`
			}
			fmt.Println(answer(in.Text(), page))
		}
	},
	"dies": func(in *bufio.Scanner) {
		in.Scan()
		fmt.Fprintln(os.Stderr, "the pinned build is not there")
		os.Exit(3)
	},
	"stays": func(*bufio.Scanner) { // ignores the end of its input, but not SIGTERM
		time.Sleep(time.Hour)
	},
	"stubborn": func(in *bufio.Scanner) { // ignores both, from its first answer on
		signal.Ignore(syscall.SIGTERM)
		in.Scan()
		fmt.Println(answer(in.Text(), `"result":{}`))
		time.Sleep(time.Hour)
	},
	"long": func(in *bufio.Scanner) {
		in.Scan()
		fmt.Println(answer(in.Text(), `"result":"`+strings.Repeat("x", 5<<20)+`"`))
		fmt.Print(answer(in.Text(), `"result":"never seen: no newline"`))
		in.Scan()
	},
}

func startScript(t *testing.T, name string) *Client {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), scriptVariable+"="+name)
	c, err := Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Kill(); c.Close() })
	return c
}
