package snapshot

// What CD-095 grants beside the elements of the budget.
const (
	defaultElements = 40
	maxSemantic     = 80 // with the elements
	maxProse        = 7
	maxStatus       = 10
	maxUnknown      = 10
)

// shares are how much of what is left of the budget each rank may take at first,
// in twelfths: no kind of element crowds out all others.
var shares = [ranks]int{fields: 9, sorting: 6, primary: 3, layers: 6, switches: 4, content: 9, margins: 12}

// spend marks the items that are shown.
func spend(items []*item, elements int) {
	var byRank [ranks][]*item
	for _, i := range items {
		if i.kind == element {
			byRank[i.rank] = append(byRank[i.rank], i)
		}
	}
	left := elements
	take := func(r rank, atMost int) {
		n := min(len(byRank[r]), atMost, left)
		for _, i := range byRank[r][:n] {
			i.shown = true
		}
		byRank[r], left = byRank[r][n:], left-n
	}
	for r, share := range shares {
		take(rank(r), left*share/12)
	}
	for r := range ranks { // what is not used goes round once more
		take(r, left)
	}
	grant(items, semantic, max(maxSemantic-(elements-left), maxSemantic/4))
	grant(items, prose, maxProse)
	grant(items, status, maxStatus)
	grant(items, unknown, maxUnknown)
	for _, i := range items {
		for c := i.inside; i.shown && c != nil && !c.shown; c = c.inside {
			c.shown = true
		}
	}
}

// grant shows the first items of a kind, those above the page before the others.
func grant(items []*item, k kind, n int) {
	for _, overlay := range []bool{true, false} {
		for _, i := range items {
			if i.kind == k && i.overlay == overlay && n > 0 {
				i.shown = true
				n--
			}
		}
	}
}

// alone keeps what stands in the open modal, and alerts wherever they are, and
// counts the elements behind it.
func alone(items []*item) (inside []*item, behind int) {
	isOpen := false
	for _, i := range items {
		isOpen = isOpen || i.modal
		switch {
		case i.modal, i.kind == status && i.node.Role == "alert":
			inside = append(inside, i)
		case i.kind == element:
			behind += i.times
		}
	}
	if !isOpen {
		return items, 0
	}
	return inside, behind
}

// fold lets one line stand for all links of one name to one place: to an agent
// they are the same.
func fold(items []*item) []*item {
	first := make(map[string]*item)
	kept := items[:0:0]
	for _, i := range items {
		if i.kind == element && i.node.Role == "link" && i.node.URL != "" && i.context == "" {
			if f := first[i.body]; f != nil && f.overlay == i.overlay {
				f.times++
				continue
			}
			first[i.body] = i
		}
		kept = append(kept, i)
	}
	return kept
}
