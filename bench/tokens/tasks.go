package main

// tasks are what is played. Four of them hold nearly all that the bare upstream
// has a model read: the article, the table, the catalogue and the list.
var tasks = []struct {
	name string
	play func(p *player)
}{
	{"login", func(p *player) {
		p.open("/login")
		p.fill("ada", false, `textbox "User"`)
		p.fill("analytical", false, `textbox "Password"`)
		p.click(`button "Sign in"`)
		p.sees("Welcome, ada")
	}},
	{"table", func(p *player) {
		p.open("/table")
		p.click("Person 37", `button "Edit"`)
		p.sees("Editing 37")
		p.click("Person 58", `button "Edit"`)
		p.sees("Editing 58")
	}},
	{"catalogue", func(p *player) {
		p.open("/catalogue")
		p.click(`button "Accept cookies"`)
		p.fill("Keyboard 101", true, `"Search products"`)
		p.click(`button "Add to cart"`)
		p.sees("1 in the cart")
	}},
	{"list", func(p *player) {
		p.open("/list")
		p.click(`checkbox "Select message 150"`)
		p.sees("1 selected")
	}},
	{"article", func(p *player) {
		p.open("/article")
		p.sees("The bridge was opened in 1932")
		p.click(`link "Next chapter"`)
		p.sees("Chapter two")
	}},
	{"dialog", func(p *player) {
		p.open("/dialog")
		p.click(`button "Delete"`)
		p.sees("Really delete?")
		p.act("browser_handle_dialog", args{"accept": true})
		p.sees("Deleted")
	}},
	{"late", func(p *player) {
		p.open("/late")
		p.click(`button "Load"`)
		p.click(`button "Open report"`)
		p.sees("The report")
	}},
	{"wizard", func(p *player) {
		p.open("/wizard")
		p.fill("Ada", false, `textbox "Name"`)
		p.click(`button "Next"`)
		p.fill("ada@example.com", false, `textbox "Mail"`)
		p.click(`button "Next"`)
		p.click(`button "Finish"`)
		p.sees("Thank you, Ada")
	}},
	{"filter", func(p *player) {
		p.open("/filter")
		p.act("browser_select_option", args{"target": p.ref(`combobox "City"`), "values": []string{"London"}})
		p.sees("12 people in London")
	}},
	{"shadow", func(p *player) {
		p.open("/shadow")
		p.click(`button "Inside"`)
		p.sees("pressed inside")
	}},
}
