const most = 8000; // characters in one answer
const part = (text) => {
  const from = args.offset, piece = text.slice(from, from + most), end = from + piece.length;
  return { text: piece || '(no text)', more: end < text.length ? `[characters ${from}–${end} of ${text.length}; go on with offset: ${end}]` : '' };
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
  const { text, more } = part(String(seen.text));
  return { text, note: `${more ? `${more}\n` : ''}[${Number(seen.items)} items; ${Number(seen.left)} px below]` };
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
const { text, more } = part(await one.innerText(now));
return { text, note: more, labels, secret };
