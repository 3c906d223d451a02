const began = Date.now();
const late = (code, what) => failed(code, `${what} within ${args.timeout} ms`, 'look at the page as it is now');
const done = () => ({ text: `after ${Date.now() - began} ms` });
if (args.seconds !== undefined) {
  await pause(args.seconds * 1000);
  return done();
}
if (args.load !== undefined) {
  try {
    await page.waitForLoadState(args.load, { timeout: args.timeout || 1 });
    return done();
  } catch (e) {
    if (!/Timeout .* exceeded/.test(e.message)) throw e;
    return late(args.load === 'networkidle' ? 'TIMEOUT_WAITING_NETWORK' : 'TIMEOUT_WAITING_LOAD', `no ${args.load}`);
  }
}
const shown = async (all) => {
  for (const one of (await all.all()).slice(0, 50)) if (await one.isVisible()) return true;
  return false;
};
const wanted = args.target !== undefined ? locate(args.target) : page.getByText(args.text ?? args.gone);
const state = args.text !== undefined ? 'visible' : args.gone !== undefined ? 'hidden' : args.state;
const holds = {
  visible: () => shown(wanted),
  hidden: async () => !(await shown(wanted)),
  attached: async () => (await wanted.count()) > 0,
  detached: async () => (await wanted.count()) === 0,
}[state];
const answer = await watch(async () => ((await holds()) ? done() : undefined));
const what = clip(args.target ?? args.text ?? args.gone, 200);
return answer ?? late(state === 'visible' ? 'TIMEOUT_WAITING_VISIBLE' : 'TIMEOUT_WAITING_STATE', `${what} was not ${state}`);
