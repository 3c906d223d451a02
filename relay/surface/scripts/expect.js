const { what, expected, target } = args;
const holds = {
  visible: (actual) => actual === 'visible',
  hidden: (actual) => actual !== 'visible',
  enabled: (actual) => actual === 'enabled',
  checked: (actual) => actual === 'checked',
  'no-errors': (actual) => actual === '',
}[what] ?? ((actual) => actual.includes(plain(expected)));
let actual = 'no such element', labels = [], secret = false;
const one = target === undefined ? undefined : locate(target);
const look = async () => {
  switch (what) {
    case 'url': return page.url();
    case 'title': return page.title();
    case 'no-errors': {
      const thrown = (await page.pageErrors({ filter: 'since-navigation' })).map((error) => String(error));
      const said = (await page.consoleMessages({ filter: 'since-navigation' }))
        .filter((m) => m.type() === 'error' && !(m.args().length === 0 && m.text().startsWith('Failed to load resource')));
      return clip([...thrown, ...said.map((m) => m.text())].join('\n'), 1000);
    }
    case 'hidden': case 'visible': return (await one.count()) === 0 ? 'no such element' : (await one.isVisible()) ? 'visible' : 'hidden';
  }
  if ((await one.count()) === 0) return 'no such element';
  const now = { timeout: 1000 };
  switch (what) {
    case 'enabled': return (await one.isEnabled(now)) ? 'enabled' : 'disabled';
    case 'checked': return (await one.isChecked(now)) ? 'checked' : 'unchecked';
  }
  ({ labels, secret } = await one.evaluate(naming));
  return plain(await (what === 'value' ? one.inputValue(now) : one.innerText(now)));
};
const answer = await watch(async () => {
  actual = await look();
  // What has to stay away is looked at once; the rest may still come.
  return holds(actual) ? { value: true, text: 'ok', labels, secret } : what === 'no-errors' ? null : undefined;
});
if (answer) return answer;
const detail = { what, target, expected, actual: clip(actual, 1000) };
const wanted = expected === undefined ? what : `${what} with ${JSON.stringify(expected)}`;
return {
  ...failed('EXPECT_MISMATCH', `expected ${clip(target ?? 'the page', 200)} to be ${wanted}, it is ${JSON.stringify(detail.actual)}`, '', detail),
  labels, secret,
};
