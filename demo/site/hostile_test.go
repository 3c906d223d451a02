package site

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestTheFerryLeadsToTheOtherHost(t *testing.T) {
	t.Parallel()
	s, client := visitor(t)
	if _, err := client.Get(s.URL("/away")); err == nil {
		t.Error("the other host answered")
	}
	if s.Other().Connections() == 0 {
		t.Error("the other host counted nobody, so a walk could not tell a wall from a fault")
	}
	if s.Other().Host() == s.Host() {
		t.Error("the other host is the site")
	}
}

func TestTheRadioNamesTheOtherHost(t *testing.T) {
	t.Parallel()
	s, client := visitor(t)
	res, err := client.Get(s.URL("/socket"))
	if page := body(t, res, err); !strings.Contains(page, `data-host="`+s.Other().Host()+`"`) {
		t.Errorf("the page reads:\n%s", page)
	}
}

func TestTheFogNeverAnswersAndEndsWithTheSite(t *testing.T) {
	t.Parallel()
	s, client := visitor(t)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	req, _ := http.NewRequestWithContext(ctx, "GET", s.URL("/slow"), nil)
	if _, err := client.Do(req); err == nil {
		t.Error("the fog answered")
	}
	done := make(chan struct{})
	go func() { client.Get(s.URL("/slow")); close(done) }()
	for s.Seen("/slow") < 2 {
		time.Sleep(time.Millisecond)
	}
	s.Close()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		t.Error("a hanging request outlives the site")
	}
}
