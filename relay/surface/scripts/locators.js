const one = locate(args.target);
if ((await one.count()) === 0) return noMatch();
const element = await one.elementHandle();
const known = await element.evaluate((element) => {
  // Names that a build or a framework made up are others tomorrow.
  const lasting = (name) => name && name.length <= 60 && !/\d{3,}|[0-9a-f]{8,}|^:|^(ember|react|radix|mui|headlessui)|__|[\x00-\x1f]/i.test(name);
  const css = (value) => JSON.stringify(value);
  const tag = element.tagName.toLowerCase();
  const attribute = (name) => element.getAttribute(name);
  const styles = [];
  if (lasting(element.id)) styles.push(`#${CSS.escape(element.id)}`);
  for (const name of ['name', 'placeholder', 'href', 'type']) if (lasting(attribute(name))) styles.push(`${tag}[${name}=${css(attribute(name))}]`);
  for (const name of element.classList) if (lasting(name)) styles.push(`${tag}.${CSS.escape(name)}`);
  const path = [];
  for (let at = element; at && at.nodeType === 1; at = at.parentElement) {
    const alike = [...(at.parentElement?.children ?? [])].filter((other) => other.tagName === at.tagName);
    path.unshift(at.tagName.toLowerCase() + (alike.length > 1 ? `:nth-of-type(${alike.indexOf(at) + 1})` : ''));
    if (at !== element && lasting(at.id)) { path[0] = `#${CSS.escape(at.id)}`; break; }
  }
  styles.push(path.join(' > '));
  const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const testid = attribute('data-testid');
  return { styles, text: text.length <= 80 ? text : '', testid: lasting(testid) ? testid : null };
});
const { labels } = await element.evaluate(naming);
const word = (text) => `'${text.replace(/[\\']/g, '\\$&')}'`;
const said = /^- ([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?/.exec(await one.ariaSnapshot({ timeout: 5000 }));
const candidates = [];
if (said?.[2]) candidates.push(`getByRole('${said[1]}', { name: ${word(JSON.parse(said[2]))}, exact: true })`);
for (const label of labels.map(plain)) candidates.push(`getByLabel(${word(label)}, { exact: true })`);
if (known.testid) candidates.push(`getByTestId(${word(known.testid)})`);
if (known.text) candidates.push(`getByText(${word(known.text)}, { exact: true })`);
candidates.push(...known.styles);
const rows = [];
for (const candidate of new Set(candidates)) {
  // One that finds another element first is none of this one.
  const found = locate(candidate), count = await found.count();
  const same = count > 0 && (await found.evaluateAll((all, element) => all.includes(element), element));
  if (same) rows.push({ locator: candidate, matches: count });
}
rows.sort((a, b) => (a.matches === 1 ? 0 : 1) - (b.matches === 1 ? 0 : 1));
const shown = rows.slice(0, args.limit);
return { value: shown, text: shown.map(({ locator, matches }) => (matches === 1 ? locator : `${locator}  [ambiguous: ${matches}]`)).join('\n') || 'none holds' };
