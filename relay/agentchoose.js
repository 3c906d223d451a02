async (page) => {
  // Chooses from what looks like a select and is none: opens it, and clicks the
  // option with the wanted text.
  const { target, values } = ARGUMENTS;
  const timeout = 2000;
  const list = page.locator(target);
  const tag = await list.evaluate((element) => element.tagName.toLowerCase(), undefined, { timeout });
  const options = page.locator(':is([role=option], [role=menuitem], [role=listbox] > li, li[data-value], .dropdown-item, .option) >> visible=true');
  const plain = (text) => text.replace(/\s+/g, ' ').trim();
  const read = async () => (await options.allInnerTexts()).map(plain);
  let shown = await read();
  for (const value of values) {
    let at = shown.indexOf(plain(value));
    if (at < 0) {
      await list.click({ timeout });
      await options.first().waitFor({ timeout }).catch(() => {});
      shown = await read();
      at = shown.indexOf(plain(value));
    }
    if (at < 0) return { tag, options: shown.filter(Boolean).slice(0, 20).map((text) => (text.length > 80 ? `${text.slice(0, 80)}…` : text)) };
    await options.nth(at).click({ timeout });
    shown = await read();
  }
  return { tag, chosen: true };
}
