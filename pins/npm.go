package pins

import (
	"context"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// An NPMPackage is a package as the registry gives it, before any lock knows it.
type NPMPackage struct {
	Tarball []byte
	// Integrity is what the registry states of the tarball, which was compared:
	// "sha512-" and the digest in base64.
	Integrity string
}

// FetchNPM brings one version of a package from the registry that install would
// take, for whoever makes a lock. It is held against what the registry itself
// states of it; only the lock that is made of it pins it.
func FetchNPM(ctx context.Context, name, version string) (NPMPackage, error) {
	registry, err := npmRegistry(ctx)
	if err != nil {
		return NPMPackage{}, err
	}
	client := withRedirects(defaultClient())
	base := strings.TrimSuffix(registry, "/") + "/"
	text, err := fetchSmall(ctx, client, base+url.PathEscape(name)+"/"+url.PathEscape(version), 4<<20)
	if err != nil {
		return NPMPackage{}, fmt.Errorf("npm:%s@%s: %w", name, version, err)
	}
	var stated struct {
		Name, Version string
		Dist          struct{ Integrity string }
	}
	if json.Unmarshal(text, &stated) != nil || stated.Name != name || stated.Version != version {
		return NPMPackage{}, fmt.Errorf("npm:%s@%s: the registry answered with something else", name, version)
	}
	a := &Archive{program: &Program{Version: version}}
	p := NPMPackage{Integrity: stated.Dist.Integrity}
	if p.Tarball, err = fetchSmall(ctx, client, a.url(npmScheme+name+"@"+version, registry), 64<<20); err != nil {
		return NPMPackage{}, fmt.Errorf("npm:%s@%s: %w", name, version, err)
	}
	digest := sha512.Sum512(p.Tarball)
	if got := "sha512-" + base64.StdEncoding.EncodeToString(digest[:]); got != p.Integrity {
		return NPMPackage{}, fmt.Errorf("npm:%s@%s: the tarball's integrity is %s, and the registry states %q", name, version, got, p.Integrity)
	}
	return p, nil
}

// fetchSmall gives the whole of an answer of at most limit bytes. It tries again
// for the reasons for which an archive's download does.
func fetchSmall(ctx context.Context, client *http.Client, address string, limit int64) (text []byte, err error) {
	pause := firstPause
	for try := 1; ; try++ {
		if text, err = fetchOnce(ctx, client, address, limit); err == nil {
			return text, nil
		}
		wait, again := worthRetrying(err, try)
		if !again {
			return nil, err
		}
		select {
		case <-time.After(max(wait, pause)):
			pause *= 2
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

func fetchOnce(ctx context.Context, client *http.Client, address string, limit int64) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, errors.New("the registry's address is none")
	}
	res, err := client.Do(req)
	if err != nil {
		return nil, classify(req.URL.Host, err)
	}
	defer res.Body.Close()
	switch {
	case res.StatusCode == http.StatusNotFound:
		return nil, errors.New("the registry has no such version")
	case res.StatusCode != http.StatusOK:
		return nil, newStatusError(req.URL.Host, res)
	}
	text, err := io.ReadAll(io.LimitReader(res.Body, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("the answer is larger than %d MiB", limit>>20)
	}
	return text, err
}
