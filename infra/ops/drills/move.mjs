// Moves a county to another installation while people work in the county. Before that, two attempts fail on purpose:
// Ctrl-C stops the first attempt while it copies, and the second attempt is killed just before its switch. People of
// another county must notice none of this.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { movedTables } from '../../local/county-move/tables.mjs';
import { projectRoot } from '../../local/node-version.mjs';
import { beginDay, lostPurchases, untilPaid } from '../day.mjs';
import { drill, isHonest, seconds, Stage } from '../drill.mjs';
import { reasonsOf } from '../steps.mjs';
import { furnishNeighbor, NEIGHBOR_HOST } from './move-neighbor.mjs';

const COUNTY = 'lake';
/** The drill waits for this many purchases before the first attempt, after the killed attempt, and after the move. */
const PURCHASES = 25;
/** The longest allowed time, in seconds, during which nobody can write. */
const MOST_SECONDS = 10;

/** What people do in both counties. */
const habits = ['search', 'search', 'read', 'look', 'buy', 'buy', 'home'];
const neighborHabits = ['search', 'read', 'buy', 'home'];

/**
 * Requests that may be refused while the county moves, because they change something. A search is among them, because
 * it costs money in this county.
 */
const changes = /^(auth\/|search\/searchByName$|imaging\/(computeDownloadOrder|payDownloadOrder|download\/))/;

export const { about, run } = drill({
  about: 'a county moves to another installation; the command is killed in the middle, and then repeated',
  play: async (stage) => {
    const other = await openOther(stage);
    const neighbors = await furnishNeighbor(stage);
    const answers = stage.work({ habits });
    const next = beginDay({ ...neighbors, origin: hostOf(stage), seed: 'neighbors', habits: neighborHabits });
    await stage.paid(PURCHASES);
    const stopped = await stopWhileCopying(stage, other);
    const killed = await killInTheMiddle(stage, other);
    await untilPaid(answers, paidOf(answers) + PURCHASES);
    const cleaned = [...stopped, ...(await abort(stage, other))];
    const moved = await move(stage, other);
    await untilPaid(answers, paidOf(answers) + PURCHASES);
    await Promise.all([stage.day.end(), next.end()]);
    const found = [...(await stage.violations()), ...(await other.violations())];
    const kept = await forget(stage);
    return verdict({ stage, other, answers, neighbors: next.answers, killed, cleaned, moved, found, kept });
  },
});

const paidOf = ({ purchases }) => purchases.filter(({ outcome }) => outcome === 'PAID').length;

/** The second installation: its own servers, processes and files, without a county. */
async function openOther(stage) {
  stage.say('a second installation starts');
  const other = new Stage(stage.say);
  stage.atEnd(() => other.close());
  other.version = stage.version;
  await other.open({ isFurnished: false });
  for (const one of [stage, other])
    writeFileSync(
      placeOf(one),
      Object.entries(one.environment)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
      { mode: 0o600 },
    );
  return other;
}

const placeOf = ({ folder }) => path.join(folder, 'operator.env');

/** The neighbors reach the same gateway by another host name. */
const hostOf = (stage) => (nth) => stage.fleet.origin(nth).replace('localhost', NEIGHBOR_HOST);

/** Starts `county move`. @returns the process, its lines, and a promise of its exit code */
const startMove = (stage, other, ...options) => startCommand(stage, '--to', placeOf(other), ...options);

function startCommand(stage, ...options) {
  const args = ['move', COUNTY, '--from', placeOf(stage), ...options];
  const child = spawn(process.execPath, [path.join(projectRoot, 'infra/local/county.mjs'), ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said.text += chunk;
      for (const line of String(chunk).trim().split('\n')) stage.say(`  ${line}`);
    });
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  return { child, said, ended };
}

const optionsOf = (other) => [
  ...['--at', other.fleet.origin(0).replace('localhost', '127.0.0.1')],
  ...['--most-seconds', String(MOST_SECONDS)],
];

async function killInTheMiddle(stage, other) {
  const { child, said, ended } = startMove(stage, other, ...optionsOf(other));
  const until = Date.now() + 300_000;
  while (!said.text.includes('nobody can write')) {
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`county move ended early: ${said.text}`);
    await sleep(5);
  }
  // people get refusals now, while the target receives the last changes
  await sleep(300);
  child.kill('SIGKILL');
  const at = Date.now();
  await ended;
  const [{ standing }] = await stage.ask('SELECT standing FROM admin_config.county WHERE id = $1', [COUNTY]);
  return { at, wasOpen: standing !== 'MOVED' };
}

/**
 * Presses Ctrl-C while the command copies. The command then cleans up by itself.
 * @returns a line for each thing that the command has left
 */
async function stopWhileCopying(stage, other) {
  const { child, said, ended } = startMove(stage, other, ...optionsOf(other));
  const until = Date.now() + 300_000;
  while (!said.text.includes('copying rows') && child.exitCode === null && Date.now() < until) await sleep(5);
  child.kill('SIGINT');
  await ended;
  return (await leftBehind(stage, other)).map((what) => `after Ctrl-C, ${what}`);
}

/** Removes what the killed command has left. @returns a line for each thing that is still there, and for a failure */
async function abort(stage, other) {
  const { ended } = startMove(stage, other, '--abort');
  const code = await ended;
  return [...(code === 0 ? [] : [`--abort ended with ${code}`]), ...(await leftBehind(stage, other))];
}

/** Removes the county from the installation that it has left. @returns a line for each thing that is still there */
async function forget(stage) {
  const { ended } = startCommand(stage, '--forget', '--files');
  const code = await ended;
  const left = [];
  for (const { schema, name } of movedTables)
    if (
      (await stage.ask(`SELECT 1 FROM ${schema}.${name} WHERE county_id = $1 LIMIT 1`, [COUNTY])).length > 0
    )
      left.push(`rows in ${schema}.${name} were not forgotten`);
  const gates = await stage.ask(`SELECT tgname FROM pg_trigger WHERE tgname LIKE 'a\\_county\\_move%'`);
  return [
    ...(code === 0 ? [] : [`--forget ended with ${code}`]),
    ...left,
    ...gates.map(({ tgname }) => `${tgname} was left`),
    ...(await stage.violations()),
  ];
}

async function leftBehind(stage, other) {
  const left = [
    ...(await stage.ask(`SELECT 'slot ' || slot_name AS what FROM pg_replication_slots`)),
    ...(await stage.ask(`SELECT 'publication ' || pubname AS what FROM pg_publication`)),
    ...(await stage.ask(
      `SELECT 'gate ' || tgname AS what FROM pg_trigger WHERE tgname LIKE 'a\\_county\\_move%'`,
    )),
    ...(await stage.ask(
      `SELECT 'key of ' || relname AS what FROM pg_class WHERE relreplident = 'f' AND relkind = 'r'`,
    )),
    ...(await other.ask(`SELECT 'subscription ' || subname AS what FROM pg_subscription`)),
    ...(await other.ask(
      `SELECT 'policy ' || polname AS what FROM pg_policy WHERE polname LIKE 'county\\_move%'`,
    )),
    ...(await other.ask(`SELECT 'county ' || id AS what FROM admin_config.county`)),
    ...(await other.ask(`SELECT 'entry ' || id AS what FROM payments.journal_entry LIMIT 1`)),
  ];
  return left.map(({ what }) => `${what} was left`);
}

async function move(stage, other) {
  const began = Date.now();
  const { ended, said } = startMove(stage, other, ...optionsOf(other));
  const code = await ended;
  if (code !== 0) throw new Error(`county move ended with ${code}: ${said.text}`);
  const [, without] = /Nobody could write for ([\d.]+) s/.exec(said.text) ?? [];
  const [, ledger] = /Ledger: (.*)/.exec(said.text) ?? [];
  return { began, ended: Date.now(), without: Number(without), ledger };
}

async function verdict({ other, answers, neighbors, killed, cleaned, moved, found, kept }) {
  const { told, lost } = await lostPurchases(other.ask, answers);
  const afterKill = answers.failed.filter(({ at }) => at >= killed.at && at < moved.began);
  const late = afterKill.filter(({ at }) => at - killed.at > (MOST_SECONDS + 1) * 1_000);
  const sold = answers.purchases.filter(({ outcome, at }) => outcome === 'PAID' && at > moved.ended).length;
  return {
    head: ['what', 'figure'],
    rows: [
      ...rowsOfMove({ answers, moved, afterKill, killed }),
      ['confirmed purchases, lost on the target', `${told}, ${lost.length}`],
      ['purchases paid after the move', String(sold)],
      ['requests to the other county, of them refused', `${neighbors.requests}, ${neighbors.failed.length}`],
      ['p95 of the other county during the move, and before', p95(neighbors, moved)],
    ],
    broken: [
      ...answers.failed.filter((one) => !changes.test(one.path) || !isHonest(one)).map(textOf),
      ...neighbors.failed.map((one) => `in the other county, ${textOf(one)}`),
      ...(killed.wasOpen ? [] : ['the killed command had moved the county']),
      ...cleaned,
      ...late.map((one) => `${textOf(one)} although the time of the killed command was over`),
      ...lost.map((guid) => `${guid} was paid and is not on the target`),
      ...(moved.without > MOST_SECONDS ? [`nobody could write for ${moved.without} s`] : []),
      ...(sold === 0 ? ['nobody could buy after the move'] : []),
      ...found,
      ...kept,
    ],
  };
}

const textOf = ({ path: asked, status }) => `${asked} got ${status}`;

function rowsOfMove({ answers: { requests, failed, purchases }, moved, afterKill, killed }) {
  const refused = failed.filter(({ at }) => at >= moved.began && at <= moved.ended);
  const lastAfterKill = Math.max(0, ...afterKill.map(({ at }) => at - killed.at));
  return [
    [
      'requests to the county, of them refused',
      failed.length === 0 ? `${requests}, 0` : `${requests}, ${failed.length} (${reasonsOf(failed)})`,
    ],
    ['last refusal after the command was killed', seconds(lastAfterKill)],
    ['the whole move', seconds(moved.ended - moved.began)],
    ['nobody could write, by the command', seconds(moved.without * 1_000)],
    ['longest pause between two paid purchases', seconds(longestPause(purchases, moved))],
    ['changes refused during the move', String(refused.length)],
    ['ledger on both sides', moved.ledger],
  ];
}

function p95({ percentile, times }, { began, ended }) {
  const of = (counts) => percentile.call({ times }, 0.95, counts);
  return `${of(({ at }) => at >= began && at <= ended)} ms, ${of(({ at }) => at < began)} ms`;
}

/** The longest pause between two paid purchases around the move, in milliseconds. */
function longestPause(purchases, { began, ended }) {
  const times = purchases
    .filter(({ outcome, at }) => outcome === 'PAID' && at >= began - 5_000 && at <= ended + 5_000)
    .map(({ at }) => at)
    .sort((a, b) => a - b);
  return Math.max(0, ...times.slice(1).map((at, n) => at - (times[n] ?? at)));
}
