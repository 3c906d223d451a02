package secrets

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"filippo.io/age"

	"connector-browser/secrets/safefile"
)

// The variables that say that what is kept is encrypted, and with what: a file
// with an age identity, as secret key writes it, or the identity itself, or the
// word keyring, for a key that the system's keyring keeps. Neither is needed, and
// one is enough.
const (
	KeyFileEnv = "CONNECTOR_BROWSER_KEY_FILE"
	KeyEnv     = "CONNECTOR_BROWSER_KEY"
)

const (
	maxKeyFile = 64 << 10

	// maxSealing is what encryption adds, in bytes: a header, and sixteen for
	// each 64 KiB.
	maxSealing = 64 << 10

	sealedPrefix = "age-encryption.org/"
)

// NewKey makes a key: a line that only its owner may keep.
func NewKey() (string, error) {
	key, err := age.GenerateX25519Identity()
	if err != nil {
		return "", fmt.Errorf("no key could be made: %w", err)
	}
	return key.String(), nil
}

// seal encrypts what is about to be kept, where a key is given.
func (d *Dir) seal(ctx context.Context, data []byte) ([]byte, error) {
	if err := d.ensureKey(ctx); err != nil {
		return nil, err
	}
	key, err := d.givenKey()
	if key == nil {
		return data, err
	}
	var sealed bytes.Buffer
	w, err := age.Encrypt(&sealed, key.Recipient())
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("cannot be encrypted: %w", err)
	}
	return sealed.Bytes(), nil
}

// unseal is the other way round. What was kept before there was a key is read as
// it stands; the next write encrypts it. The error is the second half of a
// sentence.
func (d *Dir) unseal(data []byte) ([]byte, error) {
	if !isSealed(data) {
		return data, nil
	}
	key, err := d.givenKey()
	switch {
	case err != nil:
		return nil, fmt.Errorf("is encrypted, and %w", err)
	case key == nil:
		return nil, fmt.Errorf("is encrypted; set %s to the file that holds its key", KeyFileEnv)
	}
	r, err := age.Decrypt(bytes.NewReader(data), key)
	if err == nil {
		data, err = io.ReadAll(r)
	}
	if err != nil {
		return nil, errors.New("is encrypted with another key, or was altered")
	}
	return data, nil
}

func isSealed(data []byte) bool { return bytes.HasPrefix(data, []byte(sealedPrefix)) }

// sealedLimit is how long a file may be that holds so many bytes.
func sealedLimit(limit int64) int64 {
	if os.Getenv(KeyFileEnv) == "" && os.Getenv(KeyEnv) == "" {
		return limit
	}
	return limit + maxSealing
}

// givenKey is the key that the environment names, or nil. The error repeats
// nothing of it.
func (d *Dir) givenKey() (*age.X25519Identity, error) {
	file, text := os.Getenv(KeyFileEnv), os.Getenv(KeyEnv)
	switch {
	case file != "" && text != "":
		return nil, fmt.Errorf("%s and %s are both set; unset one", KeyFileEnv, KeyEnv)
	case file != "":
		read, err := readKeyFile(file)
		if err != nil {
			return nil, err
		}
		text = read
	case text == "":
		return nil, nil
	case text == keyringWord:
		kept, err := d.keyringKey()
		if err != nil {
			return nil, err
		}
		text = kept
	}
	keys, err := age.ParseIdentities(strings.NewReader(text))
	if err == nil && len(keys) == 1 {
		if key, ok := keys[0].(*age.X25519Identity); ok {
			return key, nil
		}
	}
	return nil, fmt.Errorf("the key that %s or %s gives is none; connector-browser secret key makes one", KeyFileEnv, KeyEnv)
}

// CheckKey says what is wrong with the key that the environment names, also where
// nothing that is kept needs one yet: the next thing that is stored would. A
// keyring makes its key then, and is not asked before.
func CheckKey() error {
	if os.Getenv(KeyFileEnv) == "" && fromKeyring() {
		return nil
	}
	_, err := new(Dir).givenKey() // no directory's own
	return err
}

// readKeyFile follows links: that is how orchestrators hand secrets in.
func readKeyFile(path string) (string, error) {
	if !filepath.IsAbs(path) {
		return "", fmt.Errorf("%s is not an absolute path; give one that starts with /", KeyFileEnv)
	}
	const which = "; name the one that connector-browser secret key was written to"
	real, err := safefile.Resolve(path)
	if err != nil {
		return "", fmt.Errorf("the key file %s cannot be opened: %w%s", path, err, which)
	}
	text, info, err := safefile.Read(real, maxKeyFile)
	if err != nil {
		return "", fmt.Errorf("the key file %s %w%s", path, err, which)
	}
	if mode := info.Mode().Perm(); mode&0o027 != 0 {
		return "", fmt.Errorf("the key file %s is open to others (mode %04o); close it with chmod 600", path, mode)
	}
	return string(text), nil
}
