const all = locate(args.target);
const count = await all.count();
let visible = 0;
for (const one of count <= 50 ? await all.all() : []) visible += await one.isVisible() ? 1 : 0;
return { value: count <= 50 ? { exists: count > 0, count, visible } : { exists: true, count } };
