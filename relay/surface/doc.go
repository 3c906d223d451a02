// Package surface is what the agent surface makes of the upstream's words: pure
// functions on texts and declarations. The stage that calls the upstream and
// keeps the order is in package relay; what a page looks like in few words is in
// relay/snapshot.
package surface
