const one = locate(args.target), bound = { timeout: 5000 };
if ((await one.count()) === 0) return noMatch();
switch (args.action) {
  case 'dblclick': await one.dblclick(bound); break;
  case 'focus': await one.focus(bound); break;
  case 'scroll': await one.scrollIntoViewIfNeeded(bound); break;
  case 'clear': await one.clear(bound); break;
  case 'select': await one.selectOption({ value: args.value }, bound); break;
  default: {
    const wanted = args.action === 'check';
    await one.setChecked(wanted, bound);
    if ((await one.isChecked(bound)) !== wanted) return failed('STATE_INVALID', `the page did not let it be ${args.action}ed`, '');
    return { value: wanted, text: wanted ? 'checked' : 'unchecked' };
  }
}
return {};
