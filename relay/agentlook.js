  // The first half of a look (agentsee.js is the other) waits until the page is at
  // rest. What runs among the page's own scripts (rest) is believed in nothing:
  // whatever it does, the wait is bounded here, and it can only make its own page be
  // looked at a little sooner or later.
  const { quiet, still, moving, arriving, requests, loading, patience, typed } = ARGUMENTS;
  const most = { elements: 50, frames: 20, pages: 30, popups: 100, moves: 5, tries: 3, address: 2000, line: 4000, snapshot: 1 << 20 };
  const key = Symbol.for('connector-browser');
  const context = page.context();
  if (!page[key]) {
    const begin = page[key] = { id: String(Math.random()), turn: 0, old: new WeakSet(), fresh: true, documents: 0, moves: 0, restless: () => {} };
    page.on('framenavigated', (frame) => {
      begin.documents++;
      if (frame !== page.mainFrame()) return;
      begin.fresh = true;
      if (++begin.moves > most.moves) begin.restless();
    });
  }
  // A page that opens others without end is held to so many. They are closed here, as
  // a page that goes while another call is answered makes that one fail.
  if (!context[key]) {
    context[key] = true;
    context.on('page', (one) => { if (context.pages().length > most.popups) one.close().catch(() => {}); });
  }
  const surplus = context.pages().slice(most.pages).filter((one) => one !== page);
  if (surplus.length) await Promise.race([Promise.all(surplus.map((one) => one.close().catch(() => {}))), new Promise((done) => setTimeout(done, 5000))]);
  const state = page[key];
  const turn = ++state.turn;
  // A page that goes from document to document is not waited for.
  state.moves = 0;
  const restless = new Promise((done) => { state.restless = () => done(true); });
  const settles = () => state.moves <= most.moves;
  const within = (promise, ms) => {
    let timer;
    const late = new Promise((done) => { timer = setTimeout(done, ms); });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
  };

  // A document that nobody has looked at yet, and that has scripts, is at rest when
  // it has the same elements for a while; any other when nothing in it changes.
  const rest = ({ quiet, moving, arriving }) => new Promise((done) => {
    const grows = arriving && document.scripts.length > 0;
    const wanted = grows ? Math.max(quiet, arriving.quiet) : quiet;
    const end = performance.now() + (grows ? arriving.limit : moving);
    let last = performance.now();
    const seen = new MutationObserver(() => { last = performance.now(); });
    seen.observe(document, { subtree: true, childList: true, attributes: !grows, characterData: !grows });
    const look = setInterval(() => {
      const now = performance.now();
      if (now < end && (document.readyState !== 'complete' || now - last < wanted)) return;
      clearInterval(look);
      seen.disconnect();
      done();
    }, 5);
  });

  // A field that stayed empty although text was typed into it is typed into again:
  // key by key, then by its own setter and the events that frameworks listen to. A
  // field for numbers tells the page what is in it when it loses the focus.
  const retype = async ({ target, text }) => {
    const field = page.locator(target);
    const timeout = 1000;
    const state = () => field.evaluate((e) => {
      if (e.type === 'number' && e.value) e.blur();
      return /^(INPUT|TEXTAREA)$/.test(e.tagName) ? e.value : null;
    }, undefined, { timeout });
    if (await state() !== '') return false;
    await field.pressSequentially(text, { timeout: 5000 });
    if (await state() !== '') return false;
    await field.evaluate((e, text) => {
      const kind = e instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
      Object.getOwnPropertyDescriptor(kind.prototype, 'value').set.call(e, text);
      e.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
      e.dispatchEvent(new Event('change', { bubbles: true }));
    }, text, { timeout });
    return await state() === '';
  };
  // A request that outlived an earlier look, such as a long poll, is waited for no
  // more.
  const awaited = (r) => ['document', 'stylesheet', 'script', 'xhr', 'fetch'].includes(r.resourceType()) &&
    r.timing().responseEnd < 0 && !r.failure() && !state.old.has(r);
  const asks = async () => (await page.requests()).filter(awaited);
  const swallowed = typed && !(await asks()).length ? await retype(typed).catch(() => false) : false; // else the page has taken it

  const end = Date.now() + requests;
  const last = Date.now() + loading;
  const arrives = () => Promise.race([restless, page.waitForLoadState('load', { timeout: Math.max(1, last - Date.now()) }).catch(() => {})]);
  let open = [];
  for (let round = 0; round < 5 && settles(); round++) {
    try {
      const fresh = state.fresh;
      const waited = page.evaluate(rest, { quiet: round ? still : quiet, moving, arriving: fresh && arriving });
      state.fresh = false;
      await within(waited, (fresh ? arriving.limit : moving) + 2 * quiet);
    } catch { // a navigation took the document away
      await arrives();
      continue;
    }
    open = await asks();
    const left = (open.some((r) => r.isNavigationRequest()) ? last : end) - Date.now();
    if (!open.length || left <= 0) break;
    await within(Promise.race([restless, Promise.all(open.map((r) => r.response().then((answer) => answer?.finished()).catch(() => {})))]), left);
  }
  open.filter(awaited).forEach((r) => state.old.add(r));

