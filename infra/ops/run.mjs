// `npm run ops -- <drill> [options]`: breaks or replaces a part of a separate product, and prints the effects on its
// users.
import { parseArgs } from 'node:util';
import { runsUnderNode24 } from '../local/node-version.mjs';
import { reportAndExit } from '../local/problem.mjs';
import { drillNames, loadDrill } from './drills.mjs';
import { tableOf } from './table.mjs';

async function usage() {
  const lines = await Promise.all(
    drillNames.map(async (name) => `  ${name.padEnd(18)} ${(await loadDrill(name)).about}`),
  );
  return `Usage: npm run ops -- <drill> [--from <commit>] [--kafka] [--built]\n\n${lines.join('\n')}\n\nIt ends with 0 when nothing was lost or refused that should not be. deploy/DRILLS.md has figures.\n`;
}

async function main(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      kafka: { type: 'boolean' },
      built: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const [name = ''] = positionals;
  if (values.help || !drillNames.includes(name)) {
    process.stdout.write(await usage());
    return values.help ? 0 : 2;
  }
  const say = (line) => process.stderr.write(`${new Date().toISOString().slice(11, 19)}  ${line}\n`);
  const { head, rows, broken, skipped } = await (await loadDrill(name)).run({ ...values, say });
  if (skipped !== undefined) {
    process.stdout.write(`Skipped, nothing was tried: ${skipped}\n`);
    return 0;
  }
  process.stdout.write(`${tableOf(head, rows)}\n`);
  for (const text of broken) process.stdout.write(`VIOLATION ${text}\n`);
  process.stdout.write(broken.length === 0 ? 'Nothing was lost.\n' : `${broken.length} violations\n`);
  return broken.length === 0 ? 0 : 1;
}

if (await runsUnderNode24(process.argv[1]))
  await main(process.argv.slice(2)).then((code) => process.exit(code), reportAndExit);
