// Package doctor looks at everything that a launch needs, one small probe a
// file, and says of each what it found and which command mends it. It repairs
// nothing itself, and it never shows what a handle holds (SN-004).
package doctor

import (
	"context"
	"os"
	"time"

	"connector-browser/launcher/sandbox"
	"connector-browser/mount"
	"connector-browser/pins"
	"connector-browser/secrets"
)

// Doctor examines one machine and one configuration directory. Its probes run
// in the order of the list below, and what an early one finds a later one uses.
type Doctor struct {
	pinned   []byte // binaries.lock.json
	record   []byte // what the pinned upstream answers, see relay.ParseRecord
	platform pins.Platform
	program  string // this binary, as mount enters it

	// What the probes ask of the machine; tests answer in its place.
	place   func() (conf string, err error)
	clients func() ([]mount.Finding, error)
	now     func() time.Time
	space   func(path string) (space, error)
	user    int                       // who looks
	setting func(name string) string  // of the kernel, below /proc/sys
	build   func() error              // builds the walls, with nothing in them
	inside  func(job) ([]byte, error) // has Node.js do something in the walls

	// What a probe finds for those after it.
	lock    *pins.Lock   // nil: unreadable, or nothing is pinned for the platform
	conf    string       // "": unusable
	dir     *secrets.Dir // nil: unusable, or not made yet
	closed  bool         // the connector's directory is there and not as it should be
	open    bool         // one of the pair of handles is not as it should be
	holder  string       // who holds the connector's directory; "" for nobody
	checked *pins.Build  // nil: not installed, or not intact
	walled  bool         // the walls can be built here
}

// New is a doctor for what this binary pins. Program is the binary's own path.
func New(lock, record []byte, program string) *Doctor {
	return &Doctor{
		pinned: lock, record: record, platform: pins.HostPlatform(), program: program,
		place: secrets.ConfDir, clients: mount.Inspect,
		now: time.Now, space: spaceAt, user: os.Geteuid(), setting: kernelSetting,
		build: sandbox.Probe, inside: inWalls,
	}
}

// probe is one thing to look at. It is given up after its patience.
type probe struct {
	name     string
	look     func(*Doctor, context.Context) Result
	patience time.Duration
}

// probes is all there is to look at, and the order.
var probes = []probe{
	{"platform", (*Doctor).lookAtPlatform, moment},
	{"configuration", (*Doctor).lookAtConfiguration, moment},
	{"directory", (*Doctor).lookAtDirectory, moment},
	{"lock", (*Doctor).lookAtLock, moment},
	{"handles", (*Doctor).lookAtHandles, moment},
	{"login", (*Doctor).lookAtLogin, moment},
	{"policy", (*Doctor).lookAtPolicy, moment},
	{"catalog", (*Doctor).lookAtCatalog, moment},
	{"clients", (*Doctor).lookAtClients, moment},
	{"launches", (*Doctor).lookAtLaunches, moment},
	{"disk", (*Doctor).lookAtDisk, moment},
	{"clock", (*Doctor).lookAtClock, moment},
	{"build", (*Doctor).lookAtBuild, while},
	{"libraries", (*Doctor).lookAtLibraries, moment},
	{"walls", (*Doctor).lookAtWalls, while},
	{"node", (*Doctor).lookAtNode, while},
	{"browser", (*Doctor).lookAtBrowser, while},
	{"canary", (*Doctor).lookAtCanary, while},
}

const (
	moment = 10 * time.Second
	while  = 90 * time.Second // hashes a browser from a slow disk, or starts one
)

// Examine runs every probe and tells each result as it comes. The error is the
// context's: a probe that finds something bad is a result.
func (d *Doctor) Examine(ctx context.Context, tell func(Result)) (Report, error) {
	report := Report{OK: true, Probes: []Result{}}
	for _, p := range probes {
		r := p.run(ctx, d)
		if err := context.Cause(ctx); err != nil {
			return Report{}, err
		}
		report.OK = report.OK && r.Status != Failed
		report.Probes = append(report.Probes, r)
		tell(r)
	}
	return report, nil
}

func (p probe) run(ctx context.Context, d *Doctor) Result {
	ctx, cancel := context.WithTimeout(ctx, p.patience)
	defer cancel()
	r := p.look(d, ctx)
	r.Name = p.name
	return r
}
