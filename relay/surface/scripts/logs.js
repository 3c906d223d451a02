// The log lives with the browser context, beside the browser: no page reaches it.
const key = Symbol.for('connector-browser.log');
const context = page.context();
const most = { rows: 500, bytes: 512 << 10, text: 500 };
if (!context[key]) {
  const log = { rows: [], bytes: 0, last: args.cursor, dropped: 0, droppedLast: 0 };
  const add = (row) => {
    const whole = { id: ++log.last, ...row };
    log.rows.push(whole);
    log.bytes += whole.text.length;
    while (log.rows.length > most.rows || log.bytes > most.bytes) {
      const gone = log.rows.shift();
      log.bytes -= gone.text.length;
      log.dropped++;
      log.droppedLast = gone.id;
    }
  };
  const address = (url) => clip(url, url.startsWith('data:') ? 60 : most.text);
  const place = ({ url, lineNumber }) => (url ? ` @ ${address(url)}:${lineNumber + 1}` : '');
  const level = (type) => ({ error: 'error', assert: 'error', warning: 'warning', debug: 'debug' })[type] ?? 'info';
  const loading = (m) => m.args().length === 0 && m.text().startsWith('Failed to load resource'); // the network's rows say that
  const said = (m) => ({ kind: 'console', level: level(m.type()), text: clip(plain(m.text()), most.text) + place(m.location()) });
  const thrown = (error) => ({ kind: 'console', level: 'error', text: `uncaught ${clip(plain(String(error?.message ?? error)), most.text)}` });
  const asked = (request, response) => ({
    kind: 'network', failed: !response,
    text: response
      ? `${response.status()} ${request.method()} ${address(request.url())} ${clip(response.headers()['content-type'] ?? '', 100)}`.trim()
      : `failed ${request.method()} ${address(request.url())} ${request.failure()?.errorText ?? ''}`.trim(),
  });
  // What was before: the browser keeps the last 200 messages, 200 exceptions and 100 requests of a page.
  const before = [];
  for (const one of context.pages()) {
    for (const m of await one.consoleMessages()) if (!loading(m)) before.push([m.timestamp(), said(m)]);
    for (const error of await one.pageErrors()) before.push([Infinity, thrown(error)]);
    for (const request of await one.requests()) {
      const response = await Promise.race([request.response(), pause(20)]);
      if (response || request.failure()) before.push([request.timing().startTime, asked(request, response)]);
    }
  }
  before.sort(([a], [b]) => (a === b ? 0 : a - b));
  for (const [, row] of before) add(row);
  context.on('console', (m) => { if (!loading(m)) add(said(m)); });
  context.on('weberror', (error) => add(thrown(error.error())));
  context.on('response', (response) => add(asked(response.request(), response)));
  context.on('requestfailed', (request) => add(asked(request)));
  context[key] = log;
}
const log = context[key];
if (args.action === 'clear') {
  log.rows = [];
  log.bytes = 0;
  return { value: { cursor: log.last }, text: 'cleared', note: `cursor: ${log.last}`, cursor: log.last };
}
const levels = ['debug', 'info', 'warning', 'error'];
const fits = (row) =>
  row.id > (args.since ?? 0) &&
  (args.kind === 'all' || row.kind === args.kind || (args.kind === 'error' && row.kind === 'console' && row.level === 'error')) &&
  (args.level === undefined || (row.kind === 'console' && levels.indexOf(row.level) >= levels.indexOf(args.level))) &&
  (args.contains === undefined || row.text.includes(args.contains));
const rows = () => log.rows.filter(fits);
if (args.action === 'wait') {
  const found = await watch(async () => (rows().length ? {} : undefined));
  if (!found) return failed('TIMEOUT', `nothing of the kind was logged within ${args.timeout} ms`, '', { cursor: log.last });
  if (found.failure) return found;
}
const all = rows();
// Since a cursor the oldest come first, so that nothing is passed over.
const shown = args.since === undefined ? all.slice(-args.limit) : all.slice(0, args.limit);
const cursor = shown.length < all.length && args.since !== undefined ? shown.at(-1).id : log.last;
const lines = shown.map((row) => `#${row.id} ${row.kind === 'console' ? `${row.level}: ` : ''}${row.text}`);
const notes = [];
if (shown.length < all.length) notes.push(`[${all.length - shown.length} more of the kind, ${args.since === undefined ? 'older' : 'newer'}]`);
if (log.droppedLast > (args.since ?? 0)) notes.push(`dropped: ${log.dropped}, up to #${log.droppedLast}`);
notes.push(`cursor: ${cursor}`);
return { value: { cursor, count: shown.length, dropped: log.dropped }, text: lines.join('\n') || 'nothing', note: notes.join('\n'), cursor: log.last };
