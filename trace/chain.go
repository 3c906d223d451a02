package trace

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// seal writes a record as its line and gives the hash in it. The hash is taken
// over the very bytes of the line, so that nobody has to agree on how JSON is
// written.
func seal(r Record) (line []byte, hash string, err error) {
	r.Hash = ""
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(r); err != nil {
		return nil, "", fmt.Errorf("a record of the trace cannot be written as JSON: %w", err)
	}
	payload := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	hash = digest(payload)
	line = append(payload[:len(payload)-1], hashMember+hash+"\"}\n"...)
	return line, hash, nil
}

const (
	hashMember = `,"hash":"`
	sealLength = len(hashMember) + 2*sha256.Size + len(`"}`)
)

// unseal reads a line, without its newline; intact says whether its hash is
// that of the rest.
func unseal(line []byte) (r Record, intact bool, err error) {
	if err := json.Unmarshal(line, &r); err != nil {
		return Record{}, false, err
	}
	at := len(line) - sealLength
	if at <= 0 || !bytes.HasPrefix(line[at:], []byte(hashMember)) {
		return r, false, nil
	}
	payload := append(bytes.Clone(line[:at]), '}')
	return r, digest(payload) == r.Hash, nil
}

func digest(payload []byte) string {
	sum := sha256.Sum256(payload)
	return hex.EncodeToString(sum[:])
}
