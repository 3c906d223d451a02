package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

const sumsName = "SHA256SUMS"

// writeSums writes the sums of all that is in the folder, in the notation that
// sha256sum -c reads.
func writeSums(folder string) error {
	entries, err := os.ReadDir(folder) // by name
	if err != nil {
		return err
	}
	var text strings.Builder
	for _, entry := range entries {
		digest, err := sum(filepath.Join(folder, entry.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%s  %s\n", digest, entry.Name())
	}
	return write(filepath.Join(folder, sumsName), []byte(text.String()))
}

func sum(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", hash.Sum(nil)), nil
}

func write(path string, text []byte) error {
	if err := os.WriteFile(path, text, 0o644); err != nil {
		return err
	}
	return settle(path, 0o644)
}
