// The table that the fault test prints after one run, or after a series of runs.
import { cpus } from 'node:os';
import { kinds } from './kinds.mjs';

const operations = [
  ...['purchase', 'deposit', 'authorize', 'bundle', 'search', 'leave', 'forge'],
  ...['office', 'decide', 'remove', 'fees', 'bill', 'file', 'settle', 'purge', 'revive', 'purgeAudit'],
];

/** The row of the restore, which runs once, after all faults are over. */
const restore = { id: 'F17', what: 'database restored to a moment, and reconciled' };

const at = (sorted, share) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
const percentiles = (times, digits = 0) => {
  const sorted = [...times].sort((a, b) => a - b);
  return [0.5, 0.95, 0.99, 1].map((share) => at(sorted, share).toFixed(digits)).join(' / ');
};

/** Adds up the results of several runs. */
export function rowsOf(results) {
  const histories = results.map(({ history }) => history);
  const count = (op, type) => histories.reduce((sum, history) => sum + history.count(op, type), 0);
  const struck = (id) => results.reduce((sum, { tally }) => sum + tally.of(id), 0);
  const all = (pick) => results.flatMap(pick);
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
  return [
    ['seeds', results.map(({ seed }) => seed).join(', ')],
    ['machine', `${cpus().length} cores, ${cpus()[0]?.model ?? ''}`],
    ['minutes of faults', (seconds / 60).toFixed(1)],
    ...[...kinds, restore].map(({ id, what }) => [`faults ${id}: ${what}`, struck(id)]),
    ['faults together', results.reduce((sum, { tally }) => sum + tally.total, 0)],
    ...operations.map((op) => [
      `${op}: done / refused / unknown`,
      `${count(op, 'ok')} / ${count(op, 'fail')} / ${count(op, 'info')}`,
    ]),
    ['purchases and deposits', count('purchase') + count('deposit')],
    [
      'clients that had to ask again',
      all(({ history }) => history.purchases.filter(({ asked }) => asked > 1)).length,
    ],
    [
      'pay p50 / p95 / p99 / longest (ms)',
      percentiles(all(({ history }) => history.purchases.map(({ ms }) => ms))),
    ],
    ['interrupted orders', all(({ interrupted }) => interrupted).length],
    [
      'hold to end p50 / p95 / p99 / longest (s)',
      percentiles(
        all(({ interrupted }) => interrupted),
        1,
      ),
    ],
    [
      'card page to credit p50 / p95 / p99 / longest (s)',
      percentiles(
        all(({ credits }) => credits),
        1,
      ),
    ],
    [
      'I15 purchases a minute after against before faults',
      results.map(({ steady: { words } }) => words).join('; '),
    ],
    ['violations of I1 to I18', all(({ broken }) => broken).length],
  ];
}

export function writeReport(results, say) {
  say('');
  say('| figure | value |\n|---|---|');
  for (const [figure, value] of rowsOf(results)) say(`| ${figure} | ${value} |`);
  for (const { seed, broken } of results)
    for (const text of broken.slice(0, 20)) say(`BROKEN (seed ${seed}) ${text}`);
}
