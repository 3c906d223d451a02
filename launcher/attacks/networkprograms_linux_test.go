package attacks

import (
	"fmt"
	"net"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

func init() {
	programs["sockets"] = func(args []string) any {
		got := tries{}
		for name, s := range map[string][3]int{
			"vsock":             {unix.AF_VSOCK, unix.SOCK_STREAM, 0},
			"raw":               {unix.AF_INET, unix.SOCK_RAW, unix.IPPROTO_ICMP},
			"raw IPv6":          {unix.AF_INET6, unix.SOCK_RAW, unix.IPPROTO_ICMPV6},
			"ping":              {unix.AF_INET, unix.SOCK_DGRAM, unix.IPPROTO_ICMP},
			"packet":            {unix.AF_PACKET, unix.SOCK_RAW, 0x0300},
			"SCTP":              {unix.AF_INET, unix.SOCK_STREAM, unix.IPPROTO_SCTP},
			"MPTCP":             {unix.AF_INET, unix.SOCK_STREAM, unix.IPPROTO_MPTCP},
			"bluetooth":         {unix.AF_BLUETOOTH, unix.SOCK_RAW, 1},
			"crypto":            {unix.AF_ALG, unix.SOCK_SEQPACKET, 0},
			"XDP":               {unix.AF_XDP, unix.SOCK_RAW, 0},
			"netlink uevent":    {unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_KOBJECT_UEVENT},
			"netlink audit":     {unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_AUDIT},
			"netlink netfilter": {unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_NETFILTER},
			"netlink diag":      {unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_SOCK_DIAG},
			"netlink generic":   {unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_GENERIC},
		} {
			fd, err := unix.Socket(s[0], s[1], s[2])
			if err == nil {
				unix.Close(fd)
			}
			got[name] = outcome(err)
		}
		return got
	}
	programs["interface"] = func([]string) any {
		got := tries{}
		fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM, 0)
		if err == nil {
			var request *unix.Ifreq
			if request, err = unix.NewIfreq("lo"); err == nil {
				request.SetUint16(0)
				err = unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, request)
			}
		}
		got["take the loopback down"] = outcome(err)
		got["new interface"] = outcome(newLink())
		names := []string{}
		all, _ := net.Interfaces()
		for _, one := range all {
			names = append(names, one.Name)
		}
		got["interfaces"] = strings.Join(names, " ")
		return got
	}
	programs["dial"] = func(targets []string) any {
		got := tries{}
		for _, target := range targets {
			network, address, _ := strings.Cut(target, " ")
			c, err := net.DialTimeout(network, address, 5*time.Second)
			if err == nil {
				_, err = c.Write([]byte("escaped by " + target))
				if err == nil && network == "udp" {
					c.SetReadDeadline(time.Now().Add(300 * time.Millisecond))
					_, err = c.Read(make([]byte, 1)) // where nobody listens, the kernel says so
				}
				c.Close()
			}
			got[target] = outcome(err)
		}
		return got
	}
}

// newLink asks the kernel, over the one netlink protocol that is left, for a
// pair of interfaces.
func newLink() error {
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_ROUTE)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	// struct nlmsghdr and an empty struct ifinfomsg: RTM_NEWLINK, request, create, acknowledge.
	request := make([]byte, 32)
	request[0], request[4], request[6], request[7] = 32, unix.RTM_NEWLINK, unix.NLM_F_REQUEST|unix.NLM_F_ACK, unix.NLM_F_CREATE>>8
	if err := unix.Sendto(fd, request, 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
		return err
	}
	answer := make([]byte, 4096)
	n, _, err := unix.Recvfrom(fd, answer, 0)
	if err != nil || n < 20 {
		return fmt.Errorf("%d bytes, %v", n, err)
	}
	if errno := -int32(uint32(answer[16]) | uint32(answer[17])<<8 | uint32(answer[18])<<16 | uint32(answer[19])<<24); errno != 0 {
		return unix.Errno(errno)
	}
	return nil
}
