// Prints the JSON schemas of the protocol, one per revision, that the official
// conformance suite carries in its bundle. The bundle holds them as object
// literals, one after the other, and then a table of them by revision.
import { readFileSync } from 'node:fs';

const bundle = readFileSync(process.env.BUNDLE, 'utf8');
const table = /const \w+=\{"2025-03-26":(\w+),"2025-06-18":(\w+),"2025-11-25":(\w+),\[\w+\]:(\w+)\}/.exec(bundle);
const names = table.slice(1);
const literals = bundle.slice(bundle.indexOf(names[0] + '={$schema'), table.index);
const list = new Function(`var ${names}; ${literals}; return [${names}];`)();
const revisions = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];
console.log(JSON.stringify(Object.fromEntries(revisions.map((revision, i) => [revision, list[i]]))));
