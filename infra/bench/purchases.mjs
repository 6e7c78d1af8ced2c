// `npm run faults`: purchases over HTTP while replicas of payments and imaging are killed -9, then the invariants of
// money (money-security-reliability.md 4.5). `--without check` or `--without unique-key` breaks the product on purpose:
// such a run is right when the invariants find it.
import { parseArgs } from 'node:util';
import { runsUnderNode24 } from '../local/node-version.mjs';

const whole = (text) => {
  if (!/^\d+$/.test(text)) throw new Error(`"${text}" is no whole number`);
  return Number(text);
};

function readOptions() {
  const { values } = parseArgs({
    options: {
      purchases: { type: 'string', default: '1000' },
      clients: { type: 'string', default: '20' },
      kills: { type: 'string', default: '50' },
      seed: { type: 'string', default: String(Date.now()) },
      without: { type: 'string' },
    },
  });
  const { purchases, clients, kills, seed, without } = values;
  return { purchases: whole(purchases), clients: whole(clients), kills: whole(kills), seed, without };
}

if (await runsUnderNode24(process.argv[1])) {
  const { runFaults } = await import('./purchases/run.mjs');
  process.exitCode = await runFaults(readOptions());
}
