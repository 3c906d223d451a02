package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"connector-browser/secrets/safefile"
)

// mendFolder is the command that makes path a folder of this user's own with a
// mode that chmod knows as mode.
func mendFolder(path, mode string) string {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "mkdir -m 700 " + quote(path)
	case err != nil:
		return "ls -ld " + quote(path)
	case !info.IsDir():
		return "mv " + quote(path) + " " + quote(path+".aside")
	}
	return mendMode(path, info, mode)
}

// mendMode is the command that gives path to this user, or takes from others
// what they may do with it.
func mendMode(path string, info fs.FileInfo, mode string) string {
	if uid, known := safefile.Owner(info); !known || uid != os.Geteuid() {
		return sudo(fmt.Sprintf("chown %d %s", os.Geteuid(), quote(path)))
	}
	return "chmod " + mode + " " + quote(path)
}

// sudo puts the word before a command that an ordinary user may not run.
func sudo(command string) string {
	if os.Geteuid() == 0 {
		return command
	}
	return "sudo " + command
}

// quote makes one word for a shell.
func quote(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:@,="
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
