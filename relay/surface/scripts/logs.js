// The log lives with the browser context, beside the browser: no page reaches it.
const key = Symbol.for('connector-browser.log');
const context = page.context();
const most = { rows: 500, bytes: 512 << 10, text: 500 };
if (!context[key]) {
  const log = { rows: [], bytes: 0, last: args.cursor, dropped: 0, droppedLast: 0 };
  const add = (row) => {
    const whole = { id: ++log.last, at: Date.now(), ...row };
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
  const thrown = (error) => ({ kind: 'console', level: 'error', thrown: true, text: `uncaught ${clip(plain(String(error?.message ?? error)), most.text)}` });
  const asked = (request, response) => {
    const of = {
      began: request.timing().startTime, method: request.method(), url: address(request.url()), status: response?.status(),
      type: clip(response?.headers()['content-type'] ?? '', 100), failed: response ? undefined : request.failure()?.errorText ?? '',
    };
    return {
      kind: 'network', ...of,
      text: (response ? `${of.status} ${of.method} ${of.url} ${of.type}` : `failed ${of.method} ${of.url} ${of.failed}`).trim(),
    };
  };
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
  for (const [at, row] of before) add(Number.isFinite(at) ? { at, ...row } : row);
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
  row.id > args.since &&
  (args.kind === 'all' || row.kind === args.kind || (args.kind === 'error' && row.kind === 'console' && row.level === 'error')) &&
  (args.level === undefined || (row.kind === 'console' && levels.indexOf(row.level) >= levels.indexOf(args.level)));
const rows = () => log.rows.filter(fits);
if (args.action === 'record') return { value: { rows: rows(), url: page.url() }, cursor: log.last };
if (args.action === 'wait') {
  // What was there when this was asked before is not what is waited for.
  const fresh = async () => (rows().some((row) => row.id > args.after) ? {} : undefined);
  if (args.after) await pause(Math.min(50, args.timeout));
  const found = args.after && !args.timeout ? undefined : await watch(fresh);
  if (!found) return failed('TIMEOUT', `nothing of the kind was logged within ${args.within} ms`, '', { cursor: log.last });
  if (found.failure) return found;
}
// Which of them the call is about is decided where it is known what is withheld.
const line = (row) => `${row.kind === 'console' ? `${row.level}: ` : ''}${row.text}`;
return { value: { rows: rows().map((row) => ({ id: row.id, line: line(row) })), dropped: log.dropped, droppedLast: log.droppedLast }, cursor: log.last };
