package pins

import (
	"archive/tar"
	"archive/zip"
	"io"
	"io/fs"
)

// tar visits the entries of a tar stream. What follows its end marker is read
// too, so that a checksum at the end of the compressed stream is compared.
func (w *walker) tar(r io.Reader, strip int, prefix string, inner bool) error {
	tr := tar.NewReader(r)
	for {
		h, err := tr.Next()
		if err == io.EOF {
			_, err := io.Copy(io.Discard, r)
			return err
		}
		if err != nil {
			return err
		}
		e := entry{name: h.Name, size: h.Size, target: h.Linkname, inner: inner}
		reason := ""
		switch h.Typeflag {
		case tar.TypeReg:
			e.kind = file
		case tar.TypeDir:
			e.kind = dir
		case tar.TypeSymlink:
			e.kind = link
		case tar.TypeXGlobalHeader:
			continue
		case tar.TypeLink:
			reason = "a hard link"
		case tar.TypeChar, tar.TypeBlock:
			reason = "a device node"
		case tar.TypeFifo:
			reason = "a fifo"
		default:
			reason = "an entry of an unknown kind"
		}
		if reason != "" {
			return &refusedEntryError{w.archive.Name(), h.Name, reason}
		}
		if err := w.entry(e, h.FileInfo().Mode(), strip, prefix, tr); err != nil {
			return err
		}
	}
}

// zip visits the entries of a zip file's directory.
func (w *walker) zip(a *fetched) error {
	info, err := a.file.Stat()
	if err != nil {
		return err
	}
	zr, err := zip.NewReader(a.file, info.Size())
	if err != nil {
		return err
	}
	for _, f := range zr.File {
		if err := w.zipped(f, a.Strip); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) zipped(f *zip.File, strip int) error {
	e := entry{name: f.Name, size: int64(f.UncompressedSize64)}
	mode := f.Mode()
	switch mode.Type() {
	case 0:
		e.kind = file
	case fs.ModeDir:
		e.kind = dir
	case fs.ModeSymlink:
		e.kind = link
	default:
		return &refusedEntryError{w.archive.Name(), f.Name, "a device node, a fifo or a socket"}
	}
	if e.kind == dir {
		return w.entry(e, mode, strip, "", nil)
	}
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	body := w.bounded(r)
	if e.kind == link { // a zip keeps a link's target as its content
		target, err := io.ReadAll(io.LimitReader(body, 4096))
		if err != nil {
			return err
		}
		e.target = string(target)
	}
	return w.entry(e, mode, strip, "", body)
}
