// What code inside the walls could try, with all of Node.js in its hands. Its
// argument names the bait; it prints what became of each attempt as JSON. An
// attempt with an empty error has worked. No content of anything is printed.
const { files, sockets, victim, marker } = JSON.parse(process.argv[1]);
const fs = require('fs');
const net = require('net');

const attempts = [];
const note = (name, error) => attempts.push({ name, error: error ? String(error.code || error.message) : '' });
const attempt = (name, act) => {
  try {
    act();
    note(name);
  } catch (error) {
    note(name, error);
  }
};
const none = Object.assign(new Error(), { code: 'none' });
const processes = () => {
  try {
    return fs.readdirSync('/proc').filter(name => /^\d+$/.test(name));
  } catch {
    return [];
  }
};

for (const path of files) {
  attempt('read ' + path, () => {
    const file = fs.openSync(path);
    fs.readSync(file, Buffer.alloc(1));
    fs.closeSync(file);
  });
}

// A process is told by its name and the moment of its start: its number may
// be another one in here.
attempt('see process', () => {
  for (const pid of processes()) {
    try {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
      const [name, rest] = [stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')), stat.slice(stat.lastIndexOf(')') + 2)];
      if (name === victim.name && rest.split(' ')[19] === victim.start) return;
    } catch {} // it has ended meanwhile
  }
  throw none;
});

process.on('SIGUSR2', () => {}); // the number may be our own, in here
attempt('signal process', () => process.kill(victim.pid, 'SIGUSR2'));

attempt('read environment', () => {
  if (marker in process.env) return;
  for (const pid of processes()) {
    try {
      if (fs.readFileSync(`/proc/${pid}/environ`, 'latin1').includes(marker + '=')) return;
    } catch {} // not ours
  }
  throw none;
});

const connect = ({ name, to }) => new Promise(done => {
  const socket = net.connect(to);
  const end = error => {
    note('connect to ' + name, error);
    socket.destroy();
    done();
  };
  socket.once('connect', () => end());
  socket.once('error', end);
  socket.setTimeout(3000, () => end(new Error('silence')));
});

Promise.all(sockets.map(connect)).then(() => process.stdout.write(JSON.stringify(attempts)));
