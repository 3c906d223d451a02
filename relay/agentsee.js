  // The second half of a look: what is on the page.
  //
  // What a snapshot does not tell, it tells of an element by itself, under the same
  // refs. The whole page comes last: refs are found in the snapshot taken last.
  // (Selectors without :is and :not, which the upstream would evaluate by itself.)
  const kinds = {
    inert: '[inert]',
    secret: '[type=password], [type=file], [autocomplete*=one-time-code], [autocomplete*=current-password], [autocomplete*=new-password], [autocomplete*=cc-]',
    live: '[aria-live=polite], [aria-live=assertive]',
  };
  const marked = async (frame, told) => {
    if (!await frame.locator(Object.values(kinds).join()).count()) return;
    for (const [kind, selector] of Object.entries(kinds)) {
      const found = frame.locator(selector), count = await found.count();
      if (count > most.elements) told.unsure = true;
      const look = (i) => found.nth(i).ariaSnapshot({ mode: 'ai', timeout: 500 }).catch(() => { told.unsure = true; return ''; });
      told[kind].push(...await Promise.all(Array.from({ length: Math.min(count, most.elements) }, (_, i) => look(i))));
    }
  };
  // What is too long for an answer is cut: a text or a value within its line, so that
  // the line stays what it is, and the page at the end of one.
  const shorten = (snapshot) => {
    const cut = (line) => {
      if (line.length <= most.line) return line;
      const [key] = /^ *- (?:'(?:[^']|'')*'|[^'":]*(?:"(?:[^"\\]|\\.)*"[^":]*)?): /.exec(line.slice(0, most.line)) ?? [];
      const value = key && line.slice(key.length, key.length + most.line / 4);
      if (!key) return `${/^ */.exec(line)[0]}- text: …`;
      return key + (value[0] === '"' ? `${value.replace(/\\[^"\\]{0,4}$|\\$/, '')}…"` : `${value}…`);
    };
    const text = snapshot.length > most.line ? snapshot.split('\n').map(cut).join('\n') : snapshot;
    return text.length > most.snapshot ? { snapshot: text.slice(0, text.lastIndexOf('\n', most.snapshot)), isCut: true } : { snapshot: text };
  };
  const secrets = async () => (await Promise.all(page.frames().slice(0, most.frames).map((frame) => frame.locator(kinds.secret).count()))).join();
  const see = async () => {
    // What was not looked at, for there is too much of it or it answers too late,
    // is not known to be no secret. Neither is what came while it was looked at.
    const told = { inert: [], secret: [], live: [], unsure: page.frames().length > most.frames };
    const before = state.documents;
    const frames = page.frames().slice(0, most.frames).map((frame) => marked(frame, told).catch(() => { told.unsure = true; }));
    const fields = secrets().catch(() => -1);
    if (!await within(Promise.all(frames).then(() => true), 2000)) told.unsure = true;
    const timeout = settles() ? patience : 1000;
    const all = await within(Promise.all([
      page.ariaSnapshot({ mode: 'ai', timeout }),
      page.title(),
      page.consoleMessages({ filter: 'since-navigation' }),
      page.pageErrors({ filter: 'since-navigation' }),
    ]), timeout + 1000);
    if (!all) throw new Error('Timeout');
    const [snapshot, title, messages, errors] = all;
    const same = await within(Promise.all([fields, secrets()]).catch(() => [1, 2]), 1000) ?? [1, 2];
    if (state.documents !== before || same[0] !== same[1]) told.moved = true;
    return { ...told, ...shorten(snapshot), title: title.slice(0, 1000), errors: errors.length + messages.filter((m) => m.type() === 'error').length };
  };
  if (state.turn !== turn) return null; // a dialog held this look up, and another one has begun
  let seen;
  for (let tries = 0; tries < most.tries && (!seen || seen.moved); tries++) {
    try {
      seen = await see();
    } catch (e) {
      if (/Timeout/.test(e.message)) break;
      await arrives(); // a navigation took the document away after all
    }
  }
  if (!seen) seen = { unseen: settles() ? 'late' : 'restless' };
  if (seen.moved) seen.unsure = true;
  const tabs = context.pages();
  const address = (one) => one.url().slice(0, most.address);
  return { ...seen, id: state.id, swallowed, url: address(page), tabs: tabs.map(address), current: tabs.indexOf(page) };
