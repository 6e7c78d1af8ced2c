// `npm run bench` runs the usual parts. `npm run bench -- rpc` runs only the named parts. `--quick` is a rehearsal that
// writes nothing.
import { runsUnderNode24 } from '../local/node-version.mjs';

const PARTS = [
  'rpc',
  'search',
  'search-growth',
  'replicas',
  'import',
  'imaging',
  'imaging-load',
  'memory',
  'payments',
  'sign-ins',
  'reports',
  'ls1',
  'accounts',
  'overload',
  'tracing',
  'lighthouse',
];

/** Parts that run only when they are named. `search-growth` needs 80 GB of disk and takes hours. */
const onlyNamed = ['search-growth'];

/** The load of the machine before and after the run, stored beside the figures. */
const loadText = (before, after) =>
  `load of the machine ${before.toFixed(1)} before and ${after.toFixed(1)} after`;

async function measure(names, quick) {
  const { buildServer } = await import('../local/build-server.mjs');
  const { buildWeb } = await import('../local/build-web.mjs');
  const { requireLinux, loadAverage } = await import('./machine.mjs');
  const { isMet, tableOf, writeResults } = await import('./results.mjs');
  requireLinux();
  await Promise.all([buildServer(), buildWeb()]);
  const modules = await Promise.all(PARTS.map((name) => import(`./${name}.mjs`)));
  const order = modules.map(({ title }) => title);
  const missed = [];
  for (const name of names) {
    const { title, about, measurePart } = modules[PARTS.indexOf(name)];
    process.stdout.write(`\n${title}\n`);
    const before = loadAverage();
    const say = (line) => process.stdout.write(`  ${line}\n`);
    const { figures, notes } = await measurePart({ quick, say });
    process.stdout.write(`\n${tableOf(figures)}\n`);
    const load = loadText(before, loadAverage());
    if (!quick) writeResults({ title, about, figures, notes }, { order, load });
    missed.push(
      ...figures.filter((figure) => isMet(figure) === false).map(({ what }) => `${title}: ${what}`),
    );
  }
  const verdict = missed.length === 0 ? 'Every goal is met.' : `Under their goal:\n  ${missed.join('\n  ')}`;
  process.stdout.write(`\n${verdict}\n${quick ? 'A rehearsal: nothing was written.\n' : ''}`);
}

if (await runsUnderNode24(process.argv[1])) {
  const { Problem, reportAndExit } = await import('../local/problem.mjs');
  const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const unknown = named.find((name) => !PARTS.includes(name));
  if (unknown) reportAndExit(new Problem(`There is no part ${unknown}; there are ${PARTS.join(', ')}.`));
  const quick = process.argv.includes('--quick');
  const usual = PARTS.filter((part) => !onlyNamed.includes(part));
  await measure(named.length > 0 ? named : usual, quick).then(() => process.exit(0), reportAndExit);
}
