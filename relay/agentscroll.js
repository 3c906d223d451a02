async (page) => {
  // Scrolls to the end of the page, and says whether there is more of it then.
  const size = () => page.evaluate(() => document.body.innerText.length + document.getElementsByTagName('*').length);
  const before = await size();
  await page.evaluate(() => {
    const all = [document.scrollingElement, ...document.querySelectorAll('main, [role=feed], [role=list], ul, ol, section, div')];
    const roomy = all.filter((e) => e && e.scrollHeight > e.clientHeight + 1 && (e === document.scrollingElement || /auto|scroll/.test(getComputedStyle(e).overflowY)));
    for (const element of roomy.slice(0, 20)) element.scrollTop = element.scrollHeight;
  });
  for (const end = Date.now() + 1000; Date.now() < end;) {
    if (await size() > before) return true;
    await new Promise((done) => setTimeout(done, 50));
  }
  return false;
}
