package launcher

import (
	"context"
	"fmt"
	"time"

	"connector-browser/policy"
	"connector-browser/relay"
	"connector-browser/relay/withhold"
	"connector-browser/secrets"
)

// named reads the named secrets for one launch: what the relay may type, and
// what must not leave. A launch keeps the secrets that it began with, as it
// keeps its login.
func named(ctx context.Context, connector *secrets.Dir, set *withhold.Set) ([]relay.NamedSecret, error) {
	all, err := connector.Named(ctx)
	if err != nil {
		return nil, err
	}
	var list []relay.NamedSecret
	var values []withhold.Secret
	for _, n := range all {
		hosts, err := patterns(n)
		if err != nil {
			return nil, err
		}
		label, value := "secret "+n.Name, func() (string, error) { return n.Value, nil }
		if n.Code {
			value = func() (string, error) { return n.CodeAt(time.Now()) }
			values = append(values, withhold.Secret{Label: label, Value: n.CodeKey()})
		}
		values = append(values, withhold.Secret{Label: label, Value: n.Value})
		list = append(list, relay.NamedSecret{Name: n.Name, Hosts: hosts, Code: n.Code, Value: value})
	}
	set.Add(values...)
	return list, nil
}

// patterns reads the hosts of a secret once more: the file may have been
// written by another version, or by hand.
func patterns(n secrets.Named) (hosts []policy.Pattern, err error) {
	for _, text := range n.Hosts {
		p, err := policy.ParsePattern(text)
		if err != nil {
			return nil, fmt.Errorf("the secret %s: %w; run connector-browser secret set again", n.Name, err)
		}
		hosts = append(hosts, p)
	}
	return hosts, nil
}
