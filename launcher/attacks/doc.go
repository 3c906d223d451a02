// Package attacks attacks real launches: it starts what a client would start,
// lets hostile code run in the upstream's own process and in its pages, and
// wants every way out to be refused and nothing to arrive outside. It has no
// code but its tests, which run again as an ordinary user where root runs them.
package attacks
