package pins_test

import (
	"encoding/binary"
	"hash"
	"hash/crc32"
	"io"
)

// storedXZ writes an .xz stream whose LZMA2 chunks hold the bytes as they are:
// compressing two hundred megabytes in a test would take minutes.
type storedXZ struct {
	w       io.Writer
	pending []byte
	first   bool
	packed  uint64 // bytes of the block, header included
	plain   uint64
	crc     hash.Hash32
}

const chunk = 1 << 16

func newStoredXZ(w io.Writer) *storedXZ {
	x := &storedXZ{w: w, first: true, crc: crc32.NewIEEE()}
	x.raw([]byte("\xfd7zXZ\x00"), withCRC([]byte{0, 1})) // stream header: CRC32 checks
	x.block(withCRC([]byte{2, 0, 0x21, 1, 8, 0, 0, 0}))  // block header: LZMA2, 64 KiB of dictionary
	return x
}

func (x *storedXZ) Write(p []byte) (int, error) {
	x.crc.Write(p)
	x.plain += uint64(len(p))
	x.pending = append(x.pending, p...)
	for len(x.pending) >= chunk {
		x.flush(chunk)
	}
	return len(p), nil
}

func (x *storedXZ) flush(n int) {
	control := byte(2)
	if x.first {
		control, x.first = 1, false
	}
	x.block([]byte{control, byte((n - 1) >> 8), byte(n - 1)})
	x.block(x.pending[:n])
	x.pending = append(x.pending[:0], x.pending[n:]...)
}

func (x *storedXZ) Close() error {
	if len(x.pending) > 0 {
		x.flush(len(x.pending))
	}
	x.block([]byte{0})
	unpadded := x.packed + 4
	x.raw(make([]byte, (4-x.packed%4)%4), binary.LittleEndian.AppendUint32(nil, x.crc.Sum32()))
	index := []byte{0, 1}
	index = binary.AppendUvarint(index, unpadded)
	index = binary.AppendUvarint(index, x.plain)
	index = append(index, make([]byte, (4-len(index)%4)%4)...)
	index = withCRC(index)
	footer := binary.LittleEndian.AppendUint32(nil, uint32(len(index)/4-1))
	footer = append(footer, 0, 1)
	x.raw(index, binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(footer)), footer, []byte("YZ"))
	return nil
}

func (x *storedXZ) block(p []byte) {
	x.raw(p)
	x.packed += uint64(len(p))
}

func (x *storedXZ) raw(parts ...[]byte) {
	for _, p := range parts {
		_, err := x.w.Write(p)
		must(err)
	}
}

func withCRC(p []byte) []byte { return binary.LittleEndian.AppendUint32(p, crc32.ChecksumIEEE(p)) }
