package main

import (
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// installProgress shows an installation: one bar for all archives at a
// terminal, and plain lines elsewhere.
type installProgress struct {
	out *os.File
	tty bool

	mu       sync.Mutex
	archives map[string]*archiveProgress
	bar      *progressbar.ProgressBar
}

type archiveProgress struct {
	have, total int64 // total is -1 where nobody knows it
	quarter     int64 // the last quarter that a line was printed for
}

func newInstallProgress(out *os.File) *installProgress {
	return &installProgress{out: out, tty: term.IsTerminal(int(out.Fd())), archives: map[string]*archiveProgress{}}
}

// Started implements pins.Progress.
func (p *installProgress) Started(archive string, have, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.archives[archive] = &archiveProgress{have: have, total: total, quarter: quarterOf(have, total)}
	if p.tty {
		p.draw()
		return
	}
	size := ""
	if total >= 0 {
		size = " (" + megabytes(total) + ")"
	}
	if have > 0 {
		say("continuing %s%s at %s", archive, size, megabytes(have))
	} else {
		say("downloading %s%s", archive, size)
	}
}

// Received implements pins.Progress.
func (p *installProgress) Received(archive string, n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.archives[archive]
	if a == nil {
		return
	}
	a.have += n
	if p.tty {
		p.draw()
		return
	}
	const worthALine = 16 << 20
	if q := quarterOf(a.have, a.total); q > a.quarter && q < 4 && a.total >= worthALine {
		a.quarter = q
		say("downloading %s: %d %%", archive, q*25)
	}
}

// Finished implements pins.Progress.
func (p *installProgress) Finished(archive string) {
	p.line("verified %s", archive)
}

// Note implements pins.Progress.
func (p *installProgress) Note(sentence string) { p.line("%s", sentence) }

// line prints a sentence above the bar.
func (p *installProgress) line(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wipe()
	say(format, args...)
}

// close takes the bar away.
func (p *installProgress) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wipe()
}

// wipe clears the bar's line; the next byte draws it again.
func (p *installProgress) wipe() {
	if p.bar != nil {
		p.bar.Clear()
	}
}

// draw shows the sum over all archives.
func (p *installProgress) draw() {
	var have, total int64
	for _, a := range p.archives {
		have += a.have
		total += max(a.total, a.have)
	}
	if p.bar == nil {
		p.bar = progressbar.NewOptions64(total, progressbar.OptionSetWriter(p.out), progressbar.OptionShowBytes(true),
			progressbar.OptionSetDescription("connector-browser: downloading"), progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(24))
	}
	p.bar.ChangeMax64(total)
	p.bar.Set64(have)
}

func quarterOf(have, total int64) int64 {
	if total <= 0 {
		return 0
	}
	return have * 4 / total
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }
