//go:build !linux

package doctor

var machines = map[string]func(){}
