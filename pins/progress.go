package pins

// Progress hears what an installation does. Its methods are called from
// several goroutines at once.
type Progress interface {
	// Started says that an archive's download begins at byte have of total;
	// total is -1 where nobody knows it. A download that is resumed or starts
	// over says so again.
	Started(archive string, have, total int64)
	// Received says that n more bytes of it came.
	Received(archive string, n int64)
	// Finished says that the archive is complete and has the right sha256.
	Finished(archive string)
	// Note is a sentence for the person: what is done now, or why a browser was
	// passed over.
	Note(sentence string)
}

// silent is the progress of nobody.
type silent struct{}

func (silent) Started(string, int64, int64) {}
func (silent) Received(string, int64)       {}
func (silent) Finished(string)              {}
func (silent) Note(string)                  {}
