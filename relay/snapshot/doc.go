// Package snapshot reads what the upstream says of a page, and says it shorter.
//
// The upstream prints a page as indented text, a line for each node of the
// accessibility tree. Parse makes a tree of it (parse.go, entry.go, scalar.go);
// the values of secret fields are gone when it returns (secret.go), and Drop
// takes out what nobody is to see (filter.go). Render writes one short line for
// each element (flatten.go, describe.go, context.go), within a budget that goes
// to what matters (rank.go, budget.go, render.go). Diff says what changed between
// two looks (diff.go).
//
// All of it is pure: text in, text out. Refs stay the upstream's. What the text
// cannot say, the caller may ask the page: which fields hold passwords, what is
// hidden or inert, what lies above the rest (Suppress, Drop, Options).
package snapshot
