package sandbox

import ("testing";"os";"io";"time")

func init() { probes["hello"] = func([]string) { os.Stdout.WriteString("hello\n"); os.Exit(7) } }

func TestSmoke(t *testing.T) {
	exe, _ := os.Executable()
	t0 := time.Now()
	c, err := Start(Walls{Dir: t.TempDir(), ReadOnly: []string{exe}, Program: exe, Args: []string{probeWord, "hello"}})
	if err != nil { t.Fatal(err) }
	t.Log(time.Since(t0))
	out, _ := io.ReadAll(c.Stdout)
	e, _ := io.ReadAll(c.Stderr)
	x, err := c.Wait()
	t.Logf("%q %q %+v %v", out, e, x, err)
	c.Close()
}
