package settings

import (
	"strconv"
	"strings"
)

// inline writes a value that is no table, as JSON, TOML and YAML read alike.
func inline(v any) string {
	switch v := v.(type) {
	case string:
		return quote(v)
	case bool:
		return strconv.FormatBool(v)
	case int:
		return strconv.Itoa(v)
	case []string:
		items := make([]string, len(v))
		for i := range v {
			items[i] = quote(v[i])
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	panic("settings: an entry holds what no file can")
}
