// Runs the server, and as the process exits has its modules compiled once more,
// with the compile cache on. V8 then still holds every function that the run
// needed, and puts it into the cache; what is cached when a module is compiled
// for the first time is little more than its outline.
//
//   node -e SCRIPT SERVER CACHE [ARGUMENT...]
'use strict';
const { createRequire, enableCompileCache, flushCompileCache } = require('node:module');
const [server, directory, ...args] = process.argv.slice(1);
const load = createRequire(server);

process.on('exit', () => {
  const modules = Object.keys(require.cache).filter((file) => file.endsWith('.js') && file !== server);
  enableCompileCache({ directory, portable: true });
  for (const file of modules) {
    delete require.cache[file];
    load(file);
  }
  flushCompileCache();
});

process.argv = [process.execPath, server, ...args];
load(server);
