//go:build !linux

package doctor

// hasACL cannot tell: other systems show their lists through no call that
// package unix has.
func hasACL(string) bool { return false }
