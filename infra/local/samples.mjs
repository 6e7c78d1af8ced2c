// `npm run samples`, once for each release: stores the forms of all commands, settings and facts, so that tests of
// later versions prove that both versions can run side by side (proto/test/samples/README.md).
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './node-version.mjs';
import { linesOf } from './samples.rules.mjs';

const folder = path.join(projectRoot, 'proto/test/samples');
const built = (name) => import(path.join(projectRoot, 'proto/dist', name));
const { version } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8'));
const [{ contracts }, { sections }, { events }] = await Promise.all(
  ['rpc/registry.js', 'config/sections.js', 'events/catalog.js'].map(built),
);
const lines = linesOf({ contracts, sections, events });
for (const file of readdirSync(folder)) if (file.endsWith('.jsonl')) rmSync(path.join(folder, file));
writeFileSync(
  path.join(folder, `${version}.jsonl`),
  lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
);
process.stdout.write(`${version}: ${lines.length} commands, settings and facts\n`);
