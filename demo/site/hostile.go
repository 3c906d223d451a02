package site

import (
	"net/http"
)

// away sends the browser on to the host that no policy names.
func (s *Site) away(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "http://"+s.other.Host()+"/landed", http.StatusFound)
}

// slow never answers: it holds the request until the browser or the site goes.
func (s *Site) slow(w http.ResponseWriter, r *http.Request) {
	<-r.Context().Done()
}

// taken is where something that must not run would leave its proof: the walk
// asks Seen whether it came.
func (s *Site) taken(w http.ResponseWriter, r *http.Request) {
	w.WriteHeader(http.StatusNoContent)
}
