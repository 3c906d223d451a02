package pins_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"io/fs"
	"slices"

	"github.com/andybalholm/brotli"
	"github.com/ulikunitz/xz"

	"connector-browser/pins"
)

func tarred(things ...thing) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, t := range things {
		h := &tar.Header{Name: t.name, Mode: int64(t.mode.Perm()), Size: int64(len(t.body)), Typeflag: tar.TypeReg, Linkname: t.target}
		switch {
		case t.hard:
			h.Typeflag, h.Size = tar.TypeLink, 0
		case t.mode&fs.ModeDir != 0:
			h.Typeflag = tar.TypeDir
		case t.mode&fs.ModeSymlink != 0:
			h.Typeflag = tar.TypeSymlink
		case t.mode&fs.ModeNamedPipe != 0:
			h.Typeflag = tar.TypeFifo
		case t.mode&fs.ModeCharDevice != 0:
			h.Typeflag = tar.TypeChar
		case t.mode&fs.ModeDevice != 0:
			h.Typeflag = tar.TypeBlock
		}
		if t.mode == 0 {
			h.Mode = 0o644
		}
		if t.mode&fs.ModeSetuid != 0 {
			h.Mode |= 0o4000
		}
		if t.mode&fs.ModeSetgid != 0 {
			h.Mode |= 0o2000
		}
		must(w.WriteHeader(h))
		_, err := io.WriteString(w, t.body)
		must(err)
	}
	must(w.Close())
	return b.Bytes()
}

func tgz(things ...thing) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(tarred(things...))
	must(err)
	must(w.Close())
	return b.Bytes()
}

func txz(things ...thing) []byte {
	var b bytes.Buffer
	w, err := xz.NewWriter(&b)
	must(err)
	_, err = w.Write(tarred(things...))
	must(err)
	must(w.Close())
	return b.Bytes()
}

func zipped(things ...thing) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, t := range things {
		h := &zip.FileHeader{Name: t.name, Method: zip.Deflate}
		if t.mode == 0 {
			t.mode = 0o644
		}
		h.SetMode(t.mode)
		f, err := w.CreateHeader(h)
		must(err)
		body := t.body
		if t.mode&fs.ModeSymlink != 0 {
			body = t.target
		}
		if t.mode&fs.ModeDir == 0 {
			_, err = io.WriteString(f, body)
			must(err)
		}
	}
	must(w.Close())
	return b.Bytes()
}

func br(data []byte) string {
	var b bytes.Buffer
	w := brotli.NewWriterLevel(&b, 1)
	_, err := w.Write(data)
	must(err)
	must(w.Close())
	return b.String()
}

// tinyELF is the smallest executable for this processor that needs the named
// libraries. It is well formed rather than useful.
func tinyELF(needed ...string) []byte {
	machine := uint16(62)
	if pins.HostPlatform() == "linux-arm64" {
		machine = 183
	}
	strs := []byte{0}
	var dynamic []uint64
	for _, n := range needed {
		dynamic = append(dynamic, 1, uint64(len(strs))) // DT_NEEDED
		strs = append(append(strs, n...), 0)
	}
	dynamic = append(dynamic, 0, 0)
	const header, section = 64, 64
	dynamicAt := header
	strsAt := dynamicAt + 8*len(dynamic)
	sectionsAt := strsAt + len(strs)
	var b bytes.Buffer
	le := func(values ...any) {
		for _, v := range values {
			must(binary.Write(&b, binary.LittleEndian, v))
		}
	}
	b.WriteString("\x7fELF\x02\x01\x01" + "\x00\x00\x00\x00\x00\x00\x00\x00\x00")
	le(uint16(3), machine, uint32(1), uint64(0), uint64(0), uint64(sectionsAt), uint32(0), uint16(header), uint16(56), uint16(0), uint16(section), uint16(3), uint16(2))
	le(dynamic)
	b.Write(strs)
	le([8]uint64{})                                                                                                                        // the null section
	le(uint32(0), uint32(6), uint64(0), uint64(0), uint64(dynamicAt), uint64(8*len(dynamic)), uint32(2), uint32(0), uint64(8), uint64(16)) // SHT_DYNAMIC
	le(uint32(0), uint32(3), uint64(0), uint64(0), uint64(strsAt), uint64(len(strs)), uint32(0), uint32(0), uint64(1), uint64(0))          // SHT_STRTAB
	return slices.Clone(b.Bytes())
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
