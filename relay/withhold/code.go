package withhold

import "strings"

// typing are the calls by which the upstream's code writes into a field.
var typing = []string{".fill(", ".pressSequentially("}

// readCode reads lines of "Ran Playwright code":
//
//	await page.getByLabel('Password').fill('secret');
//
// The argument goes where the locator before it reads like a secret.
func readCode(line string, hide hider, keep func(string)) {
	for _, call := range typing {
		for at := 0; ; {
			n := strings.Index(line[at:], call)
			if n < 0 {
				break
			}
			start := at + n + len(call)
			locator := line[at : at+n]
			at = start
			if start == len(line) || !strings.ContainsRune("'\"`", rune(line[start])) || !ReadsLikeSecret(locator) {
				continue
			}
			size := stringEnd(line[start:])
			end := start + size
			if size > 1 && line[end-1] == line[start] {
				end--
			}
			hide(start+1, end, fieldLabel)
			keep(unescape(line[start+1 : end]))
			at = start + size
		}
	}
}

// callLog reads the log below the error of a call that failed:
//
//   - waiting for getByLabel('Password')
//   - locator resolved to <input name="p" type="password"/>
//   - fill("first line
//     second line")
//
// The value is neither escaped nor kept on one line; what ends it is a closing
// parenthesis at the end of a line, colours left out.
func (f *fields) callLog(line string, hide hider, keep func(string)) {
	from := 0
	switch {
	case f.filling:
	case !f.waits || !strings.Contains(line, `- fill("`):
		if _, locator, ok := strings.Cut(line, "- waiting for "); ok && !strings.HasPrefix(locator, "element ") {
			f.waits = ReadsLikeSecret(locator)
		}
		if _, element, ok := strings.Cut(line, "- locator resolved to "); ok {
			f.waits = f.waits || ReadsLikeSecret(element)
		}
		return
	default:
		from = strings.Index(line, `- fill("`) + len(`- fill("`)
	}
	end := len(line)
	if value, ok := strings.CutSuffix(strings.TrimSuffix(line, "\x1b[22m"), `")`); ok && len(value) >= from {
		end = len(value)
		keep(line[from:end])
	}
	hide(from, end, fieldLabel)
	f.filling = end == len(line)
}
