await page.keyboard[{ press: 'press', down: 'down', up: 'up' }[args.action]](args.key);
return {};
