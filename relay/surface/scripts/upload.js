const one = locate(args.target);
if ((await one.count()) === 0) return noMatch();
try {
  await one.setInputFiles(args.paths, { timeout: 5000 });
} catch (e) { // whose words would repeat the paths
  if (/strict mode violation/.test(e.message)) throw e;
  return failed('NOT_EDITABLE', 'the target takes no files, or not so many', 'choose a field of the kind file');
}
return { value: args.paths.length, text: `${args.paths.length} given` };
