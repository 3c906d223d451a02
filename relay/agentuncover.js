async (page) => {
  // Types into a field that something lies over: tells what lies there that it was
  // clicked, and types into the field, or into what took the focus. The click is an
  // event in the page's own document and no click of the mouse, which a page could
  // lead into a frame of another site.
  const { target, text, submit } = ARGUMENTS;
  const timeout = 2000;
  const field = page.locator(target);
  await field.scrollIntoViewIfNeeded({ timeout });
  const box = await field.boundingBox({ timeout });
  if (!box) throw new Error('the field has no place on the page');
  await page.evaluate(([x, y]) => {
    const cover = document.elementFromPoint(x, y);
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
      cover?.dispatchEvent(new (type.startsWith('pointer') ? PointerEvent : MouseEvent)(type, { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y }));
    }
  }, [box.x + box.width / 2, box.y + box.height / 2]);
  const now = await field.isEditable({ timeout: 500 }).catch(() => false) ? field : page.locator('css=:is(input, textarea, [contenteditable]):focus');
  await now.fill(text, { timeout });
  if (submit) await now.press('Enter', { timeout });
  return true;
}
