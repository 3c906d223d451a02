package egress

import (
	"slices"
	"strings"
)

// background are hosts that Chrome asks for by itself, whatever page is open:
// updates, component downloads, safe browsing, sign-in, autofill, push
// messages, optimisation hints and name-server probes (CB-171). A # stands for
// digits, or none.
var background = []string{
	"accounts.google.com",
	"android.clients.google.com",
	"clients#.google.com",
	"dl.google.com",
	"mtalk.google.com",
	"safebrowsing.google.com",
	"sb-ssl.google.com",
	"tools.google.com",
	"www.google.com",

	"android.googleapis.com",
	"chromekanonymity-pa.googleapis.com",
	"chromewebstore.googleapis.com",
	"clientservices.googleapis.com",
	"content-autofill.googleapis.com",
	"optimizationguide-pa.googleapis.com",
	"passwordsleakcheck-pa.googleapis.com",
	"safebrowsing.googleapis.com",
	"safebrowsingohttpgateway.googleapis.com",
	"translate.googleapis.com",
	"update.googleapis.com",

	"edgedl.me.gvt1.com",
	"redirector.gvt1.com",
	"chrome.cloudflare-dns.com",
	"dns.google",
}

// backgroundSite is the site that a background host belongs to, its last two
// labels; "" for every other host.
func backgroundSite(host string) string {
	first, rest, _ := strings.Cut(host, ".")
	plain := strings.TrimRight(first, "0123456789") + "#." + rest
	if !slices.Contains(background, host) && !slices.Contains(background, plain) {
		return ""
	}
	labels := strings.Split(host, ".")
	return strings.Join(labels[len(labels)-2:], ".")
}
