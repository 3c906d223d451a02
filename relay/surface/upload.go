package surface

// upload gives files to a file field, or to the chooser that the page opened
// (CD-030). The paths that it gets are of copies inside the walls; no answer
// repeats one.
var upload = Tool{
	Name: "browser_upload", Title: "Upload",
	Description: "Give files to a file field or, without a target, to the file chooser that is open",
	Arguments:   targetArgument + `,"paths":{"type":"array","minItems":1,"maxItems":10,"items":{"type":"string","maxLength":4096}}`,
	Required:    []string{"paths"},
	Shows:       true,
	Like:        []string{"browser_file_upload"}, Replaces: []string{"browser_file_upload"},
	Touches: "gives the page files of the folders in files.read and of the launch directory",
	Plan: func(g Given) (Call, error) {
		var a struct {
			Target *string  `json:"target,omitempty"`
			Paths  []string `json:"paths"`
		}
		g.read(&a)
		if a.Target == nil {
			return Call{"browser_file_upload", a}, nil
		}
		return Script("upload", a), nil
	},
}
