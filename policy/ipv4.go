package policy

import (
	"encoding/binary"
	"net/netip"
	"strconv"
	"strings"
)

// endsInNumber is the ends-in-a-number checker of the URL standard: such a host
// is an IPv4 address or nothing, never a name.
func endsInNumber(host string) bool {
	parts := strings.Split(host, ".")
	if parts[len(parts)-1] == "" {
		if len(parts) == 1 {
			return false
		}
		parts = parts[:len(parts)-1]
	}
	last := parts[len(parts)-1]
	if last == "" {
		return false
	}
	if strings.Trim(last, "0123456789") == "" {
		return true
	}
	_, ok := ipv4Number(last)
	return ok
}

// parseIPv4 is the IPv4 parser of the URL standard: one to four numbers,
// decimal, octal (0177) or hexadecimal (0x7f), the last of which fills the
// bytes that are left (127.1, 2130706433).
func parseIPv4(host string) (netip.Addr, error) {
	parts := strings.Split(strings.TrimSuffix(host, "."), ".")
	if len(parts) > 4 {
		return netip.Addr{}, errHost
	}
	var sum uint64
	for i, part := range parts {
		n, ok := ipv4Number(part)
		if !ok {
			return netip.Addr{}, errHost
		}
		if i < len(parts)-1 {
			if n > 255 {
				return netip.Addr{}, errHost
			}
			sum += n << (8 * (3 - i))
			continue
		}
		if n >= 1<<(8*(5-len(parts))) {
			return netip.Addr{}, errHost
		}
		sum += n
	}
	var four [4]byte
	binary.BigEndian.PutUint32(four[:], uint32(sum))
	return netip.AddrFrom4(four), nil
}

// ipv4Number is the IPv4 number parser of the URL standard. A number that does
// not fit is given as one that is too large for any part.
func ipv4Number(s string) (uint64, bool) {
	if s == "" {
		return 0, false
	}
	base, digits := 10, s
	switch {
	case len(s) >= 2 && (s[:2] == "0x" || s[:2] == "0X"):
		base, digits = 16, s[2:]
	case len(s) >= 2 && s[0] == '0':
		base, digits = 8, s[1:]
	}
	if digits == "" {
		return 0, true // "0x" is zero
	}
	for _, c := range []byte(digits) {
		if !isDigit(c, base) {
			return 0, false
		}
	}
	n, err := strconv.ParseUint(digits, base, 33)
	if err != nil {
		return 1 << 33, true
	}
	return n, true
}

func isDigit(c byte, base int) bool {
	switch {
	case c >= '0' && c <= '9':
		return int(c-'0') < base
	case c >= 'a' && c <= 'f', c >= 'A' && c <= 'F':
		return base == 16
	default:
		return false
	}
}
