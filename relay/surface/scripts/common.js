// What the scripts of the agent surface share. args is what the call gave; page
// is the upstream's. A script answers with { value, text } or { failure }.
const failed = (code, message, hint, detail) => ({ failure: { code, message, hint, detail } });
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const clip = (text, most) => (text.length > most ? text.slice(0, most) + '…' : text);
const plain = (text) => text.replace(/\s+/g, ' ').trim();

// locate takes a target as the upstream does: a ref, a selector, or an expression
// of its locators. The last is read here word by word, and never run as code.
const locate = (target) => {
  if (/^(?:f\d+)?e\d+$/.test(target)) return page.locator(`aria-ref=${target}`);
  if (!/^(?:getBy[A-Z]\w+|locator)\(/.test(target)) return page.locator(target);
  const bad = () => { throw new Error(`${clip(target, 200)} is not a valid selector`); };
  const may = /^(?:getBy(?:Role|Label|Text|Placeholder|TestId|AltText|Title)|locator|first|last|nth|contentFrame)$/;
  let rest = target;
  const take = (pattern) => {
    const found = pattern.exec(rest);
    if (found) rest = rest.slice(found[0].length).trimStart();
    return found;
  };
  const value = () => {
    let found;
    if ((found = take(/^'((?:[^'\\\n]|\\.)*)'|^"((?:[^"\\\n]|\\.)*)"/))) return (found[1] ?? found[2]).replace(/\\(.)/g, '$1');
    if ((found = take(/^(?:true|false|-?\d{1,6})/))) return JSON.parse(found[0]);
    if (!take(/^\{/)) bad();
    const options = {};
    while (!take(/^\}/)) {
      const key = take(/^(name|exact|level|checked|disabled|expanded|pressed|selected|hasText)\s*:/) ?? bad();
      options[key[1]] = value();
      take(/^,/);
    }
    return options;
  };
  let at = page;
  do {
    const method = (take(/^(\w+)\(/) ?? bad())[1];
    if (!may.test(method)) bad();
    const given = [];
    while (!take(/^\)/)) {
      given.push(value());
      take(/^,/);
    }
    at = at[method](...given);
  } while (take(/^\./));
  return rest ? bad() : at;
};

// noMatch answers where a target is not there; a ref that is gone fails in the
// upstream's own words.
const noMatch = () => {
  if (/^(?:f\d+)?e\d+$/.test(args.target)) throw new Error(`Ref ${args.target} not found in the current page snapshot.`);
  return failed('NO_MATCH', `${clip(args.target, 200)} does not match any elements`, 'look for it with browser_find, or wait for it with browser_wait');
};

// watch asks again and again until there is an answer, the time is up or a dialog
// opens, behind which no page answers. ask gives undefined to be asked again.
const watch = async (ask) => {
  const end = Date.now() + args.timeout;
  let opened;
  const dialog = new Promise((resolve) => { opened = () => resolve(failed('STATE_INVALID', 'a dialog opened', 'answer it first')); });
  page.on('dialog', opened);
  try {
    for (;;) {
      // While a page goes to another one it cannot be asked; the next one can.
      const moving = (e) => { if (!/context was destroyed|navigat|Frame was detached/i.test(e.message)) throw e; };
      const answer = await Promise.race([ask().catch(moving), dialog]);
      if (answer !== undefined) return answer;
      if (Date.now() >= end) return undefined;
      await pause(Math.min(50, Math.max(1, end - Date.now())));
    }
  } finally {
    page.off('dialog', opened);
  }
};

// naming is what an element is called, and whether the page declares it as a
// field whose value nobody is to see (CD-092). The upstream reads the field of a
// label in the place of the label, so that counts as well.
const naming = (element) => {
  const isField = (one) => Boolean(one) && ['INPUT', 'TEXTAREA', 'SELECT'].includes(one.tagName);
  const labels = [];
  let secret = false;
  for (const field of new Set([element, element.closest?.('label')?.control])) {
    if (!isField(field)) continue;
    labels.push(field.id, field.name, field.placeholder, field.getAttribute('aria-label'));
    for (const label of field.labels ?? []) labels.push(label.textContent);
    for (const id of (field.getAttribute('aria-labelledby') ?? '').split(' ')) labels.push(document.getElementById(id)?.textContent);
    secret ||= ['password', 'hidden', 'file'].includes(field.type) ||
      /one-time-code|current-password|new-password|\bcc-/.test(field.autocomplete ?? '');
  }
  return { labels: labels.filter(Boolean).map((label) => label.slice(0, 200)), secret };
};
