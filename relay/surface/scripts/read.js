const most = 8000; // characters in one answer
// What lies beside the part tells whether its ends go through a secret (read.go).
const part = (text) => {
  const at = (place) => place - (/^[\udc00-\udfff]/.test(text.slice(place, place + 1)) ? 1 : 0); // not within a character
  const from = at(args.offset), end = at(Math.min(text.length, from + most)), piece = text.slice(from, end);
  return {
    said: piece ? { text: piece, before: text.slice(Math.max(0, from - most), from), after: text.slice(end, end + most) } : { text: '(no text)' },
    more: end < text.length ? `[characters ${from}–${end} of ${text.length}; go on with offset: ${end}]` : '',
  };
};
if (args.target === undefined) {
  const seen = await page.evaluate(() => {
    const text = (element) => (element.innerText ?? '').replace(/[^\S\n]+/g, ' ').replace(/\n\s*\n\s*/g, '\n\n').trim();
    const preferred = '[class*=productList], [class*=product-list], [class*=searchResult], main, [role=main], #content';
    const main = preferred.split(', ').map((selector) => document.querySelector(selector)).find((one) => one && text(one).length > 200);
    const root = main ?? document.body ?? document.documentElement;
    const shown = (one) => one.getClientRects().length > 0;
    const items = [...root.querySelectorAll('li, tr, article, [role=listitem], [role=row]')].filter(shown).length;
    const at = document.scrollingElement ?? document.documentElement;
    return { text: text(root), items, left: Math.max(0, Math.round(at.scrollHeight - at.scrollTop - innerHeight)) };
  });
  const { said, more } = part(String(seen.text));
  return { ...said, note: `${more ? `${more}\n` : ''}[${Number(seen.items)} items; ${Number(seen.left)} px below]` };
}
const one = locate(args.target);
if ((await one.count()) === 0) return noMatch();
const now = { timeout: 1000 };
switch (args.what) {
  case 'visible': return { value: await one.isVisible() };
  case 'enabled': return { value: await one.isEnabled(now) };
  case 'checked': return { value: await one.isChecked(now) };
}
const { labels, secret } = await one.evaluate(naming);
if (args.what === 'value') return { value: await one.inputValue(now), labels, secret };
if (args.what === 'attribute') {
  const named = args.name.toLowerCase(), value = await one.getAttribute(args.name, now);
  // The address in full, as the browser would open it.
  const whole = ['href', 'src', 'action'].includes(named) && value !== null;
  const answer = { value: whole ? await one.evaluate((element, name) => String(element[name] ?? ''), named) : value };
  return named === 'value' ? { ...answer, labels, secret } : answer;
}
const { said, more } = part(await one.innerText(now));
return { ...said, note: more, labels, secret };
