let { x, y } = args;
if (args.target !== undefined) {
  const one = locate(args.target);
  if ((await one.count()) === 0) return noMatch();
  await one.scrollIntoViewIfNeeded({ timeout: 5000 });
  const box = await one.boundingBox({ timeout: 5000 });
  if (!box) return failed('STATE_INVALID', 'the target cannot be seen', '');
  x = box.x + box.width / 2;
  y = box.y + box.height / 2;
}
if (x !== undefined) await page.mouse.move(x, y);
const pressed = { button: args.button };
switch (args.action) {
  case 'click': await page.mouse.click(x, y, pressed); break;
  case 'down': await page.mouse.down(pressed); break;
  case 'up': await page.mouse.up(pressed); break;
  case 'wheel': await page.mouse.wheel(args.dx, args.dy); break;
}
return {};
