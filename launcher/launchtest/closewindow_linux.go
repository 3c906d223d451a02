package launchtest

import (
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// CloseWindows asks every window of the display to close, as a window manager
// does when the person presses its close button (ICCCM 4.2.8.1).
func CloseWindows(t *testing.T) {
	t.Helper()
	x, err := xgb.NewConn() // by DISPLAY and XAUTHORITY
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	atom := func(name string) xproto.Atom {
		reply, err := xproto.InternAtom(x, false, uint16(len(name)), name).Reply()
		if err != nil {
			t.Fatal(err)
		}
		return reply.Atom
	}
	protocols, deletion := atom("WM_PROTOCOLS"), atom("WM_DELETE_WINDOW")
	tree, err := xproto.QueryTree(x, xproto.Setup(x).DefaultScreen(x).Root).Reply()
	if err != nil {
		t.Fatal(err)
	}
	closed := 0
	for _, window := range tree.Children {
		speaks, err := xproto.GetProperty(x, false, window, protocols, xproto.AtomAtom, 0, 16).Reply()
		shown, also := xproto.GetWindowAttributes(x, window).Reply()
		if err != nil || also != nil || speaks.ValueLen == 0 || shown.MapState != xproto.MapStateViewable {
			continue
		}
		event := xproto.ClientMessageEvent{Format: 32, Window: window, Type: protocols,
			Data: xproto.ClientMessageDataUnionData32New([]uint32{uint32(deletion), xproto.TimeCurrentTime, 0, 0, 0})}
		if err := xproto.SendEventChecked(x, false, window, xproto.EventMaskNoEvent, string(event.Bytes())).Check(); err != nil {
			t.Fatal(err)
		}
		closed++
	}
	if closed == 0 {
		t.Error("there is no window to close")
	}
}
