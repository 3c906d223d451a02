async (page) => {
  // What is asked here is what the browser and Playwright know, not what a page
  // says: frame.url() is the address of the document that was committed. Neither
  // location nor ElementHandle.ownerFrame() would do: both are computed among
  // the page's own scripts, and a page that redefines eval or
  // Node.prototype.ownerDocument can have them name any frame it embeds.
  //
  // frame.evaluate() with an element of another document fails before anything
  // is sent, and so it does once the document is gone. The value is written by
  // the element's own setter instead of the keyboard: keys go wherever the focus
  // is by then, and an embedded page can take the focus.
  const write = ([element, value]) => {
    const target = element instanceof HTMLLabelElement ? element.control : element;
    const kind = [HTMLInputElement, HTMLTextAreaElement].find((kind) => target instanceof kind);
    if (!kind) throw new Error('the element takes no text');
    if (target.disabled || target.readOnly) throw new Error('the element is disabled or read-only');
    target.focus();
    Object.getOwnPropertyDescriptor(kind.prototype, 'value').set.call(target, value);
    target.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText' }));
    target.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const timeout = { timeout: 5000 };
  const { fields, submit } = ARGUMENTS;
  for (const { target, type, value, origins } of fields) {
    const selector = /^(f\d+)?e\d+$/.test(target) ? `aria-ref=${target}` : target;
    const element = await page.$(selector);
    if (!element) throw new Error(`${target} is not in the page; take a new snapshot`);
    if (!origins) {
      if (type === 'checkbox' || type === 'radio') await element.setChecked(value === 'true', timeout);
      else if (type === 'combobox') await element.selectOption({ label: value }, timeout);
      else await element.fill(value, timeout);
      continue;
    }
    let written = false;
    for (const frame of page.frames()) {
      if (written || !origins.some((origin) => frame.url().startsWith(origin))) continue;
      try {
        await frame.evaluate(write, [element, value]);
        written = true;
      } catch (e) {
        if (!/different document|context|Frame was detached/.test(e.message)) throw e;
      }
    }
    if (!written) throw new Error(NOT_THERE);
    if (submit) await element.press('Enter', timeout);
  }
}
