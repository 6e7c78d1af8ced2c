// `npm run faults -- --seed N --minutes M`: runs the whole product under faults, then checks the invariants of money
// (infra/bench/faults/README.md). `--seeds K` runs K seeds, beginning with N, and divides the minutes among them.
// `--log FILE` also writes to a file. `--look FOLDER` opens the database that a run with violations has kept.
// `--without <guard>` breaks the product on purpose; such a run passes when the invariants find the violation.
import { createWriteStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { runsUnderNode24 } from '../local/node-version.mjs';

function readOptions() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      seeds: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '3' },
      small: { type: 'boolean', default: false },
      without: { type: 'string' },
      log: { type: 'string' },
      look: { type: 'string' },
    },
  });
  const [first, count, minutes] = [values.seed, values.seeds, values.minutes].map(Number);
  if (!Number.isInteger(first) || !(count >= 1) || !(minutes > 0))
    throw new Error('--seed and --seeds take whole numbers, --minutes a number above 0');
  return { ...values, minutes, seeds: Array.from({ length: count }, (_, n) => String(first + n)) };
}

if (await runsUnderNode24(process.argv[1])) {
  const options = readOptions();
  const run = options.look
    ? async (say) => (await import('./faults/look.mjs')).lookAgain(options.look, say)
    : async (say) => (await import('./faults/run.mjs')).runFaults(options, say);
  const log = options.log && createWriteStream(options.log);
  const say = (line) => {
    process.stdout.write(`${line}\n`);
    log?.write(`${line}\n`);
  };
  const code = await run(say);
  log?.end();
  process.exit(code);
}
