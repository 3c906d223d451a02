package relay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"connector-browser/strictjson"
)

// Uploads brings files of the person's to where the upstream takes them from.
type Uploads interface {
	// Bring gives the path, inside the walls, of a copy of the file. Its error
	// says which folders files may come from.
	Bring(path string) (inside string, err error)
}

// maxName bounds a file name that the client chooses, in bytes.
const maxName = 128

// files holds the file arguments of a call against what a client may name:
// filename is a bare name in the launch's output folder, paths are files that
// the policy lets it upload. The upstream would take either from anywhere in
// its workspace, and overwrite what is there.
func (s *validate) files(x *Exchange) verdict {
	arguments, err := strictjson.Outline(x.arguments)
	if err != nil {
		return pass // there are none
	}
	for i, argument := range arguments {
		switch argument.Name {
		case "filename":
			if name, err := strictjson.Unquote(argument.Value); err == nil && !bareName(name) {
				return s.invalid(x, fmt.Sprintf("argument filename must be a bare name of at most %d bytes, such as page.png; the file is made in the output folder", maxName))
			}
		case "paths":
			brought, fault := s.bring(argument.Value)
			if fault != "" {
				return s.invalid(x, fault)
			}
			arguments[i].Value = brought
			x.setArguments(join(arguments))
		}
	}
	return pass
}

// bareName says whether name is one file in one folder, on any system.
func bareName(name string) bool {
	return name != "" && len(name) <= maxName && name[0] != '.' &&
		!strings.ContainsAny(name, "/\\:\x00\r\n") && filepath.IsLocal(name)
}

// bring has each path copied in, and gives the argument that names the copies.
func (s *validate) bring(value []byte) (argument json.RawMessage, fault string) {
	var paths []string
	if json.NewDecoder(bytes.NewReader(value)).Decode(&paths) != nil {
		return value, "" // the schema has judged it
	}
	if s.relay.config.Uploads == nil {
		return nil, "argument paths: nothing may be uploaded here"
	}
	inside := make([]string, len(paths))
	for i, path := range paths {
		var err error
		if inside[i], err = s.relay.config.Uploads.Bring(path); err != nil {
			return nil, fmt.Sprintf("argument paths[%d]: %v", i, err)
		}
	}
	return encode(inside), ""
}
