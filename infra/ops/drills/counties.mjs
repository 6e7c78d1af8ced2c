// Measures the cost of idle counties. A product without requests runs first with two counties, then with a hundred.
import { setTimeout as sleep } from 'node:timers/promises';
import { openLauncherRpc } from '../../bench/faults/launcher-rpc.mjs';
import { drill, seconds } from '../drill.mjs';
import { processorSeconds, residentMegabytes } from '../process-cost.mjs';

const [FEW, MANY] = [2, 100];
/** How long processes may load and compile after their start, and how long they are measured after that. */
const [SETTLE_MS, REST_MS] = [150_000, 60_000];
/**
 * The limits for a hundred counties compared with two: the start and the processor time as multiples, and the
 * additional memory in megabytes.
 */
const [MOST_START, MOST_CPU, MOST_MEGABYTES] = [2, 1.2, 200];

export const { about, run } = drill({
  about: `a product with ${MANY} counties is compared at rest with one of ${FEW} (Linux)`,
  play: async (stage) => {
    const few = await costOf(stage);
    stage.say(`${MANY - FEW} counties are added`);
    const added = await timed(() => addCounties(stage));
    const many = await costOf(stage);
    const share = (key) => many[key] / few[key];
    const row = (what, key, unit, digits) => [
      what,
      ...[few, many].map((cost) => `${cost[key].toFixed(digits)} ${unit}`),
      share(key).toFixed(2),
    ];
    return {
      head: ['at rest', `${FEW} counties`, `${MANY} counties`, 'ratio'],
      rows: [
        row('start of all processes', 'start', 's', 1),
        row('processor time in a minute', 'cpu', 's', 2),
        row('memory of all processes', 'megabytes', 'MB', 0),
        row('transactions of the database in a minute', 'transactions', '', 0),
        row('migrate, with nothing to do', 'migrate', 's', 1),
        ['adding a county', '', `${Math.round((added / (MANY - FEW)) * 1_000)} ms`],
      ],
      broken: [
        ...(share('start') > MOST_START
          ? [`the start takes ${share('start').toFixed(2)} times as long`]
          : []),
        ...(share('cpu') > MOST_CPU ? [`the processors work ${share('cpu').toFixed(2)} times as much`] : []),
        ...(many.megabytes - few.megabytes > MOST_MEGABYTES ? ['the memory grows by more than 200 MB'] : []),
        ...(await stage.violations()),
      ],
    };
  },
});

/** Restarts the product and measures it without requests. */
async function costOf(stage) {
  await stage.fleet.stop();
  const migrate = await timed(() => stage.migrate());
  const start = await timed(() => stage.startFleet());
  await sleep(SETTLE_MS);
  const before = await used(stage);
  await sleep(REST_MS);
  const after = await used(stage);
  const perMinute = 60_000 / REST_MS;
  return {
    ...{ start, migrate, megabytes: after.megabytes },
    cpu: (after.cpu - before.cpu) * perMinute,
    transactions: (after.transactions - before.transactions) * perMinute,
  };
}

/** @returns {Promise<number>} seconds */
async function timed(work) {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

async function used({ fleet, ask }) {
  const processes = fleet.replicas.map(({ child }) => child.pid);
  const [{ transactions }] = await ask(
    'SELECT (xact_commit + xact_rollback)::int AS transactions FROM pg_stat_database WHERE datname = current_database()',
  );
  return {
    transactions,
    cpu: sum(processes.map(processorSeconds)),
    megabytes: sum(processes.map(residentMegabytes)),
  };
}

const sum = (values) => values.reduce((total, value) => total + value, 0);

async function addCounties({ environment, ask }) {
  const { saveCounty } = await import('@portal/proto/rpc/admin-config');
  const rpc = await openLauncherRpc(environment, 'lake');
  try {
    for (let n = FEW; n < MANY; n += 1) {
      const host = `county-${n}.localhost`;
      const names = { id: `county-${n}`, name: `County ${n}`, hosts: [host], origin: `http://${host}:8080` };
      await rpc.run(saveCounty, { ...names, timeZone: 'America/Chicago', state: 'MN' });
    }
  } finally {
    await rpc.close();
  }
  const [{ count }] = await ask('SELECT count(*)::int AS count FROM admin_config.county');
  if (count !== MANY) throw new Error(`There are ${count} counties and not ${MANY}.`);
}
