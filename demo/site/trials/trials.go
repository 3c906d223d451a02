// Package trials is a site of pages that give an agent trouble: what is hidden,
// what comes late, what is covered, what swallows keys. Tests play on it.
package trials

import (
	"embed"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"
)

//go:embed pages
var files embed.FS

// Handler serves the pages by their names, and what they ask for.
func Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{name}", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFileFS(w, r, files, "pages/"+r.PathValue("name")+".html")
	})
	mux.HandleFunc("GET /endless/{name}", serveEndless)
	mux.HandleFunc("GET /strict", strict)
	mux.HandleFunc("GET /slow", slow)
	mux.HandleFunc("GET /poll", poll)
	mux.HandleFunc("GET /check", (&check{}).serve)
	mux.HandleFunc("GET /check/never", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, waiting) })
	mux.HandleFunc("GET /file", file)
	mux.HandleFunc("GET /favicon.ico", http.NotFound)
	return mux
}

// strict is a page that lets no script run but its server's own.
func strict(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'none'")
	fmt.Fprint(w, `<!doctype html><title>Strict</title><h1>No scripts</h1><button>Idle</button>`)
}

// slow answers after a while.
func slow(w http.ResponseWriter, r *http.Request) {
	time.Sleep(200 * time.Millisecond)
	fmt.Fprint(w, "fetched")
}

// poll answers when the client has gone.
func poll(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// waiting is what stands in front of a site that checks its visitors.
const waiting = `<!doctype html><title>Just a moment...</title><meta http-equiv="refresh" content="1"><p>Checking your browser</p>`

// check lets a visitor in at the third visit.
type check struct{ visits atomic.Int32 }

func (c *check) serve(w http.ResponseWriter, r *http.Request) {
	if c.visits.Add(1) < 3 {
		fmt.Fprint(w, waiting)
		return
	}
	fmt.Fprint(w, `<!doctype html><title>Inside</title><h1>You are in</h1>`)
}

// file is a download whose end takes its time.
func file(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Disposition", `attachment; filename="report.pdf"`)
	w.Header().Set("Content-Length", "2048")
	w.Write(make([]byte, 1024))
	w.(http.Flusher).Flush()
	time.Sleep(700 * time.Millisecond)
	w.Write(make([]byte, 1024))
}
