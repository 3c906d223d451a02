// Package snapshot reads what the upstream says of a page, and says it shorter.
//
// The upstream prints a page as indented text, a line for each node of the
// accessibility tree. Parse makes a tree of it (parse.go, entry.go, scalar.go);
// the values of secret fields are gone when it returns (secret.go). Render
// writes one short line for each element (flatten.go, line.go, context.go),
// within a budget that goes to what matters (rank.go, budget.go). Diff says what
// changed between two looks (diff.go).
//
// All of it is pure: text in, text out. Refs stay the upstream's.
package snapshot
