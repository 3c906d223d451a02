// Package launcher makes one launch: it checks what is to be started, makes the
// launch directory, builds the walls, starts the child in them, relays, and takes
// everything down again, whoever ends first.
package launcher
