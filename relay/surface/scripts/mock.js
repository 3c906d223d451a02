// The mocks live with the browser context. A page sees their answers, and no more.
const key = Symbol.for('connector-browser.mocks');
const context = page.context();
const mocks = (context[key] ??= { last: 0, active: new Map() });
const most = 20;
const show = ([id, mock]) => `#${id} ${mock.block ? 'block' : mock.status} ${clip(mock.address, 200)}`;
const remove = async (id) => {
  const mock = mocks.active.get(id);
  await context.unroute(mock.pattern, mock.answer);
  mocks.active.delete(id);
};
switch (args.action) {
  case 'list': break;
  case 'remove':
    if (!mocks.active.has(args.id)) return failed('INVALID_ARGUMENT', `there is no mock ${args.id}`, 'list them first');
    await remove(args.id);
    break;
  case 'clear':
    for (const id of [...mocks.active.keys()]) await remove(id);
    break;
  default: {
    if (mocks.active.size >= most) return failed('STATE_INVALID', `there are ${most} mocks already`, 'remove one first');
    const { address, status, body } = args, block = args.action === 'block';
    const open = address.endsWith('*'), exact = (open ? address.slice(0, -1) : address).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const answer = (route) => reply(route).catch(() => {}); // the page may be gone by then
    const reply = async (route) => {
      const request = route.request();
      if (block) return route.abort('blockedbyclient');
      if (!['fetch', 'xhr'].includes(request.resourceType())) return route.fallback();
      const headers = {
        'access-control-allow-origin': request.headers().origin ?? '*',
        'access-control-allow-credentials': 'true',
        'x-content-type-options': 'nosniff',
      };
      return route.fulfill({ status, body, headers, contentType: args.content_type });
    };
    const mock = { address, status, block, answer, pattern: new RegExp(`^${exact}${open ? '' : '$'}`) };
    await context.route(mock.pattern, mock.answer);
    mocks.active.set(++mocks.last, mock);
  }
}
const list = [...mocks.active];
return { value: list.map(([id, { address, status, block }]) => ({ id, address, ...(block ? { block } : { status }) })), text: list.map(show).join('\n') || 'no mocks' };
