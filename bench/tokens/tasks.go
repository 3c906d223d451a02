package main

// A task is what is played, and what the page itself then has to say of it: a
// function that is run in it and gives true, whatever the player has read.
type task struct {
	name  string
	play  func(p *player)
	holds string
}

// tasks are what is played. Four of them hold nearly all that the bare upstream
// has a model read: the article, the table, the catalogue and the list.
var tasks = []task{
	{"login", func(p *player) {
		p.open("/login")
		p.fill("ada", false, `textbox "User"`)
		p.fill("analytical", false, `textbox "Password"`)
		p.click(`button "Sign in"`)
		p.sees("Welcome, ada")
	}, "() => document.querySelector('h1').textContent == 'Welcome, ada'"},
	{"table", func(p *player) {
		p.open("/table")
		p.click("Person 37", `button "Edit"`)
		p.sees("Editing 37")
		p.click("Person 58", `button "Edit"`)
		p.sees("Editing 58")
	}, "() => out.textContent == 'Editing 58'"},
	{"catalogue", func(p *player) {
		p.open("/catalogue")
		p.click(`button "Accept cookies"`)
		p.fill("Keyboard 101", true, `"Search products"`)
		p.click(`button "Add to cart"`)
		p.sees("1 in the cart")
	}, "() => cart.textContent == '1 in the cart' && location.search.includes('101')"},
	{"list", func(p *player) {
		p.open("/list")
		p.click(`checkbox "Select message 150"`)
		p.sees("1 selected")
	}, "() => out.textContent == '1 selected' && document.querySelector('[aria-label=\"Select message 150\"]').checked"},
	{"article", func(p *player) {
		p.open("/article")
		p.sees("The bridge was opened in 1932")
		p.click(`link "Next chapter"`)
		p.sees("Chapter two")
	}, "() => document.title == 'Chapter two'"},
	{"dialog", func(p *player) {
		p.open("/dialog")
		p.click(`button "Delete"`)
		p.sees("Really delete?")
		p.act("browser_handle_dialog", args{"accept": true})
		p.sees("Deleted")
	}, "() => out.textContent == 'Deleted'"},
	{"late", func(p *player) {
		p.open("/late")
		p.click(`button "Load"`)
		p.click(`button "Open report"`)
		p.sees("The report")
	}, "() => document.querySelector('h2').textContent == 'The report'"},
	{"wizard", func(p *player) {
		p.open("/wizard")
		p.fill("Ada", false, `textbox "Name"`)
		p.click(`button "Next"`)
		p.fill("ada@example.com", false, `textbox "Mail"`)
		p.click(`button "Next"`)
		p.click(`button "Finish"`)
		p.sees("Thank you, Ada")
	}, "() => document.querySelector('output').textContent == 'Thank you, Ada'"},
	{"filter", func(p *player) {
		p.open("/filter")
		p.act("browser_select_option", args{"target": p.ref(`combobox "City"`), "values": []string{"London"}})
		p.sees("12 people in London")
	}, "() => people.children.length == 12"},
	{"shadow", func(p *player) {
		p.open("/shadow")
		p.click(`button "Inside"`)
		p.sees("pressed inside")
	}, "() => out.textContent == 'pressed inside'"},
	{"iframe", func(p *player) {
		p.open("/checkout")
		p.fill("4000", false, `textbox "Amount"`)
		p.click(`button "Pay"`)
		p.sees("Paid 4000")
	}, "() => document.querySelector('iframe').contentDocument.querySelector('output').textContent == 'Paid 4000'"},
	{"tab", func(p *player) {
		p.open("/join")
		p.click(`button "Read the terms"`)
		p.act("browser_tabs", args{"action": "select", "index": 1})
		p.click(`button "I agree"`)
		p.act("browser_tabs", args{"action": "close", "index": 1})
		p.sees("Terms accepted")
	}, "() => out.textContent == 'Terms accepted'"},
	{"download", func(p *player) {
		p.open("/downloads")
		p.click(`link "Report as PDF"`)
		p.waits("report.pdf")
		p.sees("Downloaded file report.pdf")
	}, "() => fetch('/downloaded?id=' + document.querySelector('a').search.slice(4)).then(r => r.text()).then(t => t == 'yes')"},
	{"combobox", func(p *player) {
		p.open("/travel")
		p.fill("Por", false, `combobox "To"`)
		p.click(`option "Porto"`)
		p.sees("To Porto")
	}, "() => out.textContent == 'To Porto'"},
	{"errors", func(p *player) {
		p.open("/stock")
		p.click(`button "Order"`)
		if p.agent {
			p.sees("errors: 1")
		}
		p.known = []string{p.do("browser_console_messages", args{"level": "error"})}
		p.sees("the stock is empty")
	}, "() => window.orders == 1"},
}
