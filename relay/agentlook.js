async (page) => {
  // Waits until the page is at rest, then says what is on it, in one call. What
  // runs among the page's own scripts (rest) is believed in nothing: whatever it
  // does, the wait is bounded here, and it can only make its own page be looked at
  // a little sooner or later.
  const { quiet, still, moving, arriving, requests, loading, typed } = ARGUMENTS;
  const key = Symbol.for('connector-browser');
  if (!page[key]) {
    const begin = page[key] = { turn: 0, old: new WeakSet(), fresh: true };
    page.on('framenavigated', (frame) => { if (frame === page.mainFrame()) begin.fresh = true; });
  }
  const state = page[key];
  const turn = ++state.turn;
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
  const arrives = () => page.waitForLoadState('load', { timeout: Math.max(1, last - Date.now()) }).catch(() => {});
  let open = [];
  for (let round = 0; round < 5; round++) {
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
    await within(Promise.all(open.map((r) => r.response().then((answer) => answer?.finished()).catch(() => {}))), left);
  }
  open.filter(awaited).forEach((r) => state.old.add(r));

  // What a snapshot does not tell, it tells of an element by itself, under the same
  // refs. The whole page comes last: refs are found in the snapshot taken last.
  // (Selectors without :is and :not, which the upstream would evaluate by itself.)
  const kinds = {
    inert: '[inert]',
    secret: '[type=password], [type=file], [autocomplete*=one-time-code], [autocomplete*=current-password], [autocomplete*=new-password], [autocomplete*=cc-]',
    live: '[aria-live=polite], [aria-live=assertive]',
  };
  const most = { elements: 50, frames: 20 };
  const marked = async (frame, told) => {
    if (!await frame.locator(Object.values(kinds).join()).count()) return;
    for (const [kind, selector] of Object.entries(kinds)) {
      const found = frame.locator(selector), count = await found.count();
      if (count > most.elements) told.unsure = true;
      const look = (i) => found.nth(i).ariaSnapshot({ mode: 'ai', timeout: 500 }).catch(() => { told.unsure = true; return ''; });
      told[kind].push(...await Promise.all(Array.from({ length: Math.min(count, most.elements) }, (_, i) => look(i))));
    }
  };
  const see = async () => {
    // What was not looked at, for there is too much of it or it answers too late,
    // is not known to be no secret.
    const told = { inert: [], secret: [], live: [], unsure: page.frames().length > most.frames };
    const frames = page.frames().slice(0, most.frames).map((frame) => marked(frame, told).catch(() => { told.unsure = true; }));
    if (!await within(Promise.all(frames).then(() => true), 2000)) told.unsure = true;
    const [snapshot, title, messages, errors] = await Promise.all([
      page.ariaSnapshot({ mode: 'ai', timeout: 5000 }),
      page.title(),
      page.consoleMessages({ filter: 'since-navigation' }),
      page.pageErrors({ filter: 'since-navigation' }),
    ]);
    return { ...told, snapshot, title: title.slice(0, 1000), errors: errors.length + messages.filter((m) => m.type() === 'error').length };
  };
  if (state.turn !== turn) return null; // a dialog held this look up, and another one has begun
  const seen = await see().catch(async () => { // a navigation took the document away after all
    await arrives();
    return see();
  });
  const tabs = page.context().pages();
  return { ...seen, swallowed, url: page.url(), tabs: tabs.map((tab) => tab.url()), current: tabs.indexOf(page) };
}
