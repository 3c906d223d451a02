package main

import (
	"bufio"
	"crypto/sha1"
	"encoding/base64"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"time"
)

const fifty = 50 << 20

// server is where the pages come from, on the loopback address alone.
type server struct {
	http.Server
	listener net.Listener
}

func (s *server) host() string { return s.listener.Addr().String() }

func serve() (*server, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	data := make([]byte, 256<<10)
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "<!doctype html><title>transfer</title><link rel=icon href='data:,'>")
	})
	mux.HandleFunc("/small", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "b") })
	mux.HandleFunc("/large", func(w http.ResponseWriter, _ *http.Request) {
		for range fifty / len(data) {
			if _, err := w.Write(data); err != nil {
				return
			}
		}
	})
	mux.HandleFunc("/socket", func(w http.ResponseWriter, r *http.Request) {
		conn, buffered, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		pour(buffered, r.Header.Get("Sec-WebSocket-Key"), data)
		conn.SetReadDeadline(time.Now().Add(10 * time.Second))
		io.Copy(io.Discard, conn) // until the browser has closed its side
	})
	s := &server{Server: http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}, listener: l}
	go s.Serve(l) // ends at Close
	return s, nil
}

// pour accepts a WebSocket and sends 50 MB in binary frames, then a close frame
// (RFC 6455).
func pour(to *bufio.ReadWriter, key string, data []byte) {
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	io.WriteString(to, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "+
		base64.StdEncoding.EncodeToString(sum[:])+"\r\n\r\n")
	head := binary.BigEndian.AppendUint64([]byte{0x82, 127}, uint64(len(data)))
	for range fifty / len(data) {
		to.Write(head)
		to.Write(data)
	}
	to.Write([]byte{0x88, 0})
	to.Flush()
}
