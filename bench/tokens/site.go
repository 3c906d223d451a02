package main

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// serve makes the site of the tasks.
func serve() *httptest.Server {
	mux := http.NewServeMux()
	for path, page := range pages {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			text := page(r)
			if strings.HasPrefix(text, "<title>") {
				text = "<!doctype html>" + text
			}
			fmt.Fprint(w, text)
		})
	}
	mux.HandleFunc("/report.pdf", download)
	return httptest.NewServer(mux)
}

// What was downloaded, by the number of the page's view.
var (
	views     atomic.Int64
	downloads sync.Map
)

// download sends a file whose second half takes its time.
func download(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Disposition", `attachment; filename="report.pdf"`)
	half := make([]byte, 64<<10)
	w.Write(half)
	w.(http.Flusher).Flush()
	time.Sleep(300 * time.Millisecond)
	if _, err := w.Write(half); err == nil {
		downloads.Store(r.FormValue("id"), true)
	}
}

func fixed(page string) func(*http.Request) string {
	return func(*http.Request) string { return page }
}

var pages = map[string]func(*http.Request) string{
	"/favicon.ico": fixed(""),
	"/login": fixed(`<title>Sign in</title><main><h1>Sign in</h1><form action="/welcome" method="post">
		<label>User <input name="user" id="user"></label><label>Password <input type="password" name="password"></label><button>Sign in</button></form></main>`),
	"/welcome": func(r *http.Request) string {
		return `<title>Account</title><h1>Welcome, ` + html.EscapeString(r.FormValue("user")) + `</h1><a href="/login">Sign out</a>`
	},
	"/table":     fixed(table()),
	"/catalogue": catalogue,
	"/list":      fixed(list()),
	"/article":   fixed(article()),
	"/chapter-2": fixed(`<title>Chapter two</title><h1>Chapter two</h1><p>It goes on.</p>`),
	"/dialog": fixed(`<title>File</title><h1>report.pdf</h1><button onclick="if (confirm('Really delete?')) out.textContent = 'Deleted'">Delete</button>
		<output id="out"></output>`),
	"/late": fixed(`<title>Reports</title><h1>Reports</h1><button onclick="fetch('/report').then(r => r.text()).then(t => out.innerHTML = t)">Load</button><div id="out"></div>`),
	"/report": func(*http.Request) string {
		time.Sleep(300 * time.Millisecond)
		return `<button onclick="out.innerHTML='<h2>The report</h2>'">Open report</button>`
	},
	"/wizard": fixed(`<title>Join</title><h1>Join</h1><div id="step"></div><script>
		const steps = ['<label>Name <input id="name"></label><button>Next</button>', '<label>Mail <input id="mail"></label><button>Next</button>', '<p>All set</p><button>Finish</button>'];
		let at = 0, name = '';
		const show = () => { step.innerHTML = steps[at] || '<output>Thank you, ' + name + '</output>'; const b = step.querySelector('button'); if (b) b.onclick = () => { name = step.querySelector('#name')?.value || name; at++; show() } };
		show()</script>`),
	"/filter": fixed(`<title>People</title><h1>People</h1><label>City <select id="city"><option>All</option><option>London</option><option>Paris</option></select></label>
		<output id="count">36 people</output><ul id="people"></ul><script>
		const show = () => { const all = Array.from({ length: 36 }, (_, i) => ['Person ' + i, ['London', 'Paris', 'Rome'][i % 3]]).filter(p => city.value == 'All' || p[1] == city.value);
		people.innerHTML = all.map(p => '<li>' + p.join(', ') + '</li>').join(''); count.textContent = all.length + ' people' + (city.value == 'All' ? '' : ' in ' + city.value) };
		city.onchange = show; show()</script>`),
	"/checkout": fixed(`<title>Checkout</title><h1>Checkout</h1><iframe title="Payment" src="/payment"></iframe>`),
	"/payment":  fixed(`<title>Payment</title><label>Amount <input id="amount"></label><button onclick="out.textContent='Paid ' + amount.value">Pay</button><output id="out"></output>`),
	"/join":     fixed(`<title>Join</title><h1>Join</h1><button onclick="window.open('/terms')">Read the terms</button><output id="out">Terms not read</output>`),
	"/terms":    fixed(`<title>Terms</title><h1>Terms</h1><p>Be kind.</p><button onclick="opener.document.getElementById('out').textContent='Terms accepted'; this.textContent='Agreed'">I agree</button>`),
	"/downloads": func(*http.Request) string {
		return fmt.Sprintf(`<title>Downloads</title><h1>Downloads</h1><a href="/report.pdf?id=%d">Report as PDF</a>`, views.Add(1))
	},
	"/downloaded": func(r *http.Request) string {
		if _, whole := downloads.Load(r.FormValue("id")); whole {
			return "yes"
		}
		return "no"
	},
	"/travel": fixed(`<title>Travel</title><h1>Travel</h1><label>To <input id="to" role="combobox" aria-expanded="false" aria-controls="places" autocomplete="off"></label>
		<ul id="places" role="listbox" aria-label="Places" hidden></ul><output id="out"></output><script>
		const all = ['Lisbon', 'Porto', 'Port Louis', 'Portland', 'Paris', 'Rome'];
		to.oninput = () => { const fit = all.filter(p => to.value && p.startsWith(to.value)); places.hidden = !fit.length; to.ariaExpanded = String(!!fit.length);
		places.innerHTML = fit.map(p => '<li role="option">' + p + '</li>').join('') };
		places.onclick = e => { to.value = e.target.textContent; out.textContent = 'To ' + to.value; places.hidden = true; to.ariaExpanded = 'false' }</script>`),
	"/stock": fixed(`<title>Stock</title><h1>Stock</h1><button onclick="window.orders = (window.orders || 0) + 1; throw new Error('the stock is empty')">Order</button>`),
	"/shadow": fixed(`<title>Shadow</title><h1>Shadow</h1><div id="host"></div><output id="out"></output><script>
		host.attachShadow({ mode: 'open' }).innerHTML = '<button>Inside</button>'; host.shadowRoot.querySelector('button').onclick = () => out.textContent = 'pressed inside'</script>`),
}

func table() string {
	var b strings.Builder
	b.WriteString(`<title>People</title><h1>People</h1><output id="out"></output><table><thead><tr><th>Id</th><th>Name</th><th>City</th><th>Actions</th></tr></thead><tbody>`)
	for i := range 120 {
		fmt.Fprintf(&b, `<tr><td>%d</td><td>Person %d</td><td>City %d</td><td><button onclick="out.textContent='Editing %d'">Edit</button><button>Delete</button></td></tr>`, i, i, i%9, i)
	}
	return b.String() + `</tbody></table>`
}

// catalogue has 485 elements and, at the end of it, a bar over the page.
func catalogue(r *http.Request) string {
	var b strings.Builder
	b.WriteString(`<title>Keyboards</title><style>.bar{position:fixed;bottom:0;left:0;right:0;background:#eee;z-index:9}.card{display:inline-block;width:200px}</style>
		<header><a href="/catalogue">Home</a><nav>`)
	for i := range 40 {
		fmt.Fprintf(&b, `<a href="/catalogue?category=%d">Category %d</a> `, i, i)
	}
	b.WriteString(`</nav></header><main><h1>Keyboards</h1><output id="cart">0 in the cart</output>`)
	query := r.FormValue("q")
	for i := range 219 {
		if name := fmt.Sprintf("Keyboard %d", i); strings.Contains(name, query) {
			fmt.Fprintf(&b, `<div class="card"><a href="/item/%d">%s</a><p>$%d.99</p><button onclick="cart.textContent='1 in the cart'">Add to cart</button></div>`, i, name, 20+i)
		}
	}
	b.WriteString(`<form><input type="search" name="q" aria-label="Search products"><button>Go</button></form>
		<label>Sort by <select><option>Relevance</option><option>Price</option></select></label></main>`)
	if query == "" {
		b.WriteString(`<div class="bar" id="bar">We use cookies. <button onclick="bar.remove()">Accept cookies</button> <a href="/privacy">Privacy</a></div>`)
	}
	return b.String()
}

func list() string {
	var b strings.Builder
	b.WriteString(`<title>Inbox</title><h1>Inbox</h1><output id="out">none selected</output><ul>`)
	for i := range 400 {
		fmt.Fprintf(&b, `<li><input type="checkbox" aria-label="Select message %d" onchange="out.textContent='1 selected'"><a href="/message/%d?folder=inbox&amp;sort=date">Message %d: a subject of some length</a><span>%d:%02d</span></li>`, i, i, i, i%24, i%60)
	}
	return b.String() + `</ul>`
}

func article() string {
	var b strings.Builder
	b.WriteString(`<title>Bridges</title><h1>Bridges</h1>`)
	for i := range 400 {
		if i == 250 {
			b.WriteString(`<p>The bridge was opened in 1932, after eight years.</p>`)
		}
		fmt.Fprintf(&b, `<p>Paragraph %d of a long article about <a href="/bridge/%d">bridge %d</a>, its builders, its river and the town on the other side of it, with more words than anybody needs.</p>`, i, i, i)
	}
	return b.String() + `<a href="/chapter-2">Next chapter</a>`
}
