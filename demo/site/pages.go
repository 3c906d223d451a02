package site

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"
)

//go:embed pages
var files embed.FS

// pages holds each page under its name, laid out once for all.
var pages = parse("home", "report", "echo", "logbook", "login", "vault", "whoami", "socket", "thief")

func parse(names ...string) map[string]*template.Template {
	set := map[string]*template.Template{}
	for _, name := range names {
		set[name] = template.Must(template.ParseFS(files, "pages/layout.html", "pages/"+name+".html"))
	}
	return set
}

// routes is the whole site, a line each.
func (s *Site) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.page("home"))
	mux.HandleFunc("GET /report", s.page("report"))
	mux.HandleFunc("POST /report", s.echo)
	mux.HandleFunc("GET /logbook", s.page("logbook"))
	mux.HandleFunc("GET /logbook.csv", s.logbook)
	mux.HandleFunc("GET /login", s.page("login"))
	mux.HandleFunc("POST /login", s.login)
	mux.HandleFunc("GET /whoami", s.whoami)
	mux.HandleFunc("GET /vault", s.page("vault"))
	mux.HandleFunc("POST /vault", s.openVault)
	mux.HandleFunc("GET /vault/inside", s.inside)
	mux.HandleFunc("GET /away", s.away)
	mux.HandleFunc("GET /socket", s.page("socket"))
	mux.HandleFunc("GET /slow", s.slow)
	mux.HandleFunc("GET /thief", s.page("thief"))
	mux.HandleFunc("GET /taken/{proof}", s.taken)
	mux.HandleFunc("GET /style.css", s.asset)
	mux.HandleFunc("GET /thief.js", s.asset)
	mux.HandleFunc("GET /socket.js", s.asset)
	mux.HandleFunc("GET /favicon.svg", s.asset)
	return mux
}

// page answers with a page that needs nothing from the request.
func (s *Site) page(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { s.render(w, name, nil) }
}

// render lays a page out in memory first, so that a fault gives an error and
// never half a page.
func (s *Site) render(w http.ResponseWriter, name string, data any) {
	var page bytes.Buffer
	view := struct {
		User, Password, Other string
		Data                  any
	}{User, s.password, s.other.Host(), data}
	if err := pages[name].ExecuteTemplate(&page, "layout.html", view); err != nil {
		http.Error(w, fmt.Sprintf("the page %q cannot be laid out", name), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(page.Bytes())
}

// asset answers with an embedded file as it is.
func (s *Site) asset(w http.ResponseWriter, r *http.Request) {
	http.ServeFileFS(w, r, files, "pages"+r.URL.Path)
}

// logbook is the download.
func (s *Site) logbook(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Disposition", `attachment; filename="logbook.csv"`)
	s.asset(w, r)
}

// echo says back what the form sent.
func (s *Site) echo(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 64<<10)
	if err := r.ParseForm(); err != nil {
		http.Error(w, "the form cannot be read", http.StatusBadRequest)
		return
	}
	s.render(w, "echo", struct{ Keeper, Light, Note string }{
		r.PostForm.Get("keeper"), r.PostForm.Get("light"), r.PostForm.Get("note"),
	})
}
