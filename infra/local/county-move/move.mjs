// The steps of `county move`. Until the switch, the source serves the county and everything can be undone. The switch
// is one transaction of the source. What follows can be repeated until it succeeds.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../problem.mjs';
import { compareMoney, compareRows } from './compare.mjs';
import {
  answerWorkers,
  askBeforeWork,
  installGates,
  showToWorkers,
  switchOver,
  UNLESS_LEAVING,
} from './gates.mjs';
import { changesOf, copyIndex, keepImportsOut } from './index-copy.mjs';
import { announce, loadClients, openFiles } from './installation.mjs';
import { copyFiles, isSameStore } from './object-copy.mjs';
import { examine } from './preflight.mjs';
import { quieten } from './quieten.mjs';
import {
  advanceSequences,
  catchUp,
  copyAndFollow,
  dropSlot,
  isFollowed,
  publish,
  unpublish,
  unsubscribe,
} from './replication.mjs';
import { keepOutOfLog, openSession } from './sessions.mjs';
import { arrive, arriveAt, findCounty, leave, markArrival } from './standing.mjs';
import { statusOf } from './target-gateway.mjs';
import { undo } from './undo.mjs';

/** How many tables are compared at the same time, each with one session on each server. */
const COMPARED_AT_ONCE = 4;
const PROBE_MS = 250;
const UNLOCK_TRIES = 40;
/** After this time every gateway of the source has read that the county has moved (county-sections.ts). */
const PASSED_ON_MS = 350;
/**
 * After this time every process of the target knows the county. Processes read the list of counties every 30 s, and
 * more often while they see a county that moves. A fact cannot tell the target about the county, because the fact would
 * become a row of the county's audit log before that log has been copied.
 */
const KNOWN_EVERYWHERE_MS = 32_000;

/**
 * @typedef {object} Move
 * @property {string} county
 * @property {import('./installation.mjs').Installation} from
 * @property {import('./installation.mjs').Installation} to
 * @property {string} origin the URL at which the gateway of the source reaches the gateway of the target
 * @property {string} sourceFromTarget
 * @property {number} mostSeconds
 * @property {boolean} losesSecrets
 * @property {(line: string) => void} say
 * @property {() => boolean} isStopping
 */

/**
 * Moves the county, or finishes a move that was killed after its switch.
 * @param {Move} move
 * @returns {Promise<string[]>} lines for the operator
 */
export async function moveCounty(move) {
  const source = await openSession(move.from.adminUrl);
  const target = await openSession(move.to.adminUrl, { replica: true });
  try {
    await keepOutOfLog(target);
    const { standing, to } = await findCounty(source, move.county);
    if (standing === 'MOVED') {
      if (to !== move.origin) throw new Problem(`${move.county} has moved to ${to}. Nothing was changed.`);
      // the target may have moved the county to a third installation since, so nothing is done again
      if (!(await isFollowed(source, move.county))) return hintsAfter(move);
      return await finish({ ...move, source, target });
    }
    await lockMove(source, move.county);
    return await moveNow({ ...move, source, target });
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

/** Keeps a second command away from the same county. @throws {Problem} */
async function lockMove({ ask }, county, tries = 1) {
  for (let tried = 1; ; tried += 1) {
    const [{ free }] = await ask(
      `SELECT pg_try_advisory_lock(hashtext('county move'), hashtext($1)) AS free`,
      [county],
    );
    if (free) return;
    if (tried === tries) throw new Problem(`Another command is moving ${county}.`);
    await sleep(PROBE_MS);
  }
}

/**
 * Undoes a move, and keeps other commands from moving the county meanwhile. Otherwise another command could rely on
 * files and rows of the target that are about to be removed.
 * @param {Pick<Move, 'county' | 'from' | 'to'>} move
 * @param {number} [tries] how often to try to get the lock. The server may release the lock of a connection a moment
 * after the connection has ended.
 * @returns {Promise<boolean>} true if the target had something of the move
 * @throws {Problem}
 */
export async function undoAlone(move, tries) {
  const session = await openSession(move.from.adminUrl);
  try {
    await lockMove(session, move.county, tries);
    return await undo(move);
  } finally {
    await session.close();
  }
}

async function moveNow(known) {
  const move = { ...known, key: randomBytes(32).toString('base64url') };
  // removes what a killed command has left
  await undo(move);
  const { faults, notes } = await examine(move);
  if (faults.length > 0) throw new Problem(`${faults.join('\n')}\nNothing was changed.`);
  for (const note of notes) move.say(note);
  try {
    const prepared = await prepare(move);
    const figures = await cutOver(move, prepared);
    return [...figures, ...(await finish(move))];
  } catch (error) {
    // closing the session releases its locks, which opens the gates at once
    await move.source.close();
    // the outcome of the switch may be unknown, so the county's row decides
    const again = await openSession(move.from.adminUrl);
    const { standing } = await findCounty(again, move.county).finally(() => again.close());
    if (standing === 'MOVED')
      throw new Problem(`${error.message}\n${move.county} has moved; repeat the command.`);
    await undoAlone(move, UNLOCK_TRIES);
    throw error;
  }
}

/** Copies everything while the county works as usual. */
async function prepare(move) {
  const { county, source, target, say } = move;
  refuseStop(move);
  await keepImportsOut(source, county);
  await keepImportsOut(target, county);
  await markArrival(target, county);
  await answerWorkers(target, county, 'false');
  await askBeforeWork(target, county, { facts: true });
  await arriveAt(target, { county, from: source, key: move.key });
  const arrivedAt = Date.now();
  await installGates(source, county);
  await answerWorkers(source, county, UNLESS_LEAVING(county));
  // the relays must see the county until its last fact is published
  await askBeforeWork(source, county, { facts: false });
  await publish(source, county);
  say('copying rows');
  const rows = await copyAndFollow({
    ...{ county, target, sourceUrl: move.from.adminUrl, targetUrl: move.to.adminUrl },
    sourceFromTarget: move.sourceFromTarget,
  });
  say(`${rows.rows} rows are copied (${megabytes(rows.bytes)})`);
  refuseStop(move);
  const index = await copyIndex({ source, target, county });
  if (index) say(`${index.rows} rows of the search index are copied`);
  refuseStop(move);
  const files = await prepareFiles(move);
  await catchUp({ source, target, county, until: Date.now() + 600_000 });
  say('waiting until every process of the target knows the county');
  while (Date.now() < arrivedAt + KNOWN_EVERYWHERE_MS) {
    refuseStop(move);
    await sleep(PROBE_MS);
  }
  await untilServed(move, Date.now() + 60_000);
  await loadClients();
  return { ...files, changes: index?.changes ?? '', compare: await openComparison(move) };
}

/** Opens the sessions of the comparison while people can still write. @returns a function that compares once */
async function openComparison(move) {
  const open = async () => ({
    source: await openSession(move.from.adminUrl),
    target: await openSession(move.to.adminUrl),
  });
  const more = await Promise.all(Array.from({ length: COMPARED_AT_ONCE - 1 }, open));
  return async () => {
    try {
      return [await compareRows({ ...move, more }), await compareMoney(move)];
    } finally {
      await Promise.all(more.flatMap(({ source, target }) => [source.close(), target.close()]));
    }
  };
}

async function prepareFiles(move) {
  const [from, to] = await Promise.all([openFiles(move.from), openFiles(move.to)]);
  if (await isSameStore(from, to)) return { areFilesCopied: false, copyRest: async () => undefined };
  const stores = { from, to, county: move.county, check: () => refuseStop(move) };
  const first = await copyFiles(stores);
  move.say(`${first.copied} of ${first.files} files are copied (${megabytes(first.bytes)})`);
  const { known } = await copyFiles({ ...stores, known: first.known });
  return { areFilesCopied: true, copyRest: () => copyFiles({ ...stores, known }) };
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Stops the writing at the source, copies the last changes, compares, and switches. */
async function cutOver(move, { copyRest, areFilesCopied, changes, compare }) {
  const { county, source, target, say } = move;
  refuseStop(move);
  const began = Date.now();
  const until = began + move.mostSeconds * 1_000;
  await leave(source, county, new Date(until));
  await announce(move.from, county);
  say('nobody can write');
  const sayAfter = (what) => say(`${what} (${secondsSince(began)} s)`);
  await quieten({ installation: move.from, source, county, until });
  sayAfter('every fact is applied');
  await catchUp({ source, target, county, until });
  await copyRest();
  sayAfter('the target has everything');
  await advanceSequences(target);
  const [rows, money] = await compare();
  const differences = [...rows.differences, ...money.differences];
  if ((await changesOf(source, county)) !== changes) differences.push('the search index has changed');
  if (differences.length > 0) throw new Problem(`The copy differs:\n${differences.join('\n')}`);
  refuseStop(move);
  if (Date.now() > until) throw new Problem(`The move took longer than ${move.mostSeconds} s.`);
  await switchOver(source, county, { to: move.origin, key: move.key, areFilesCopied });
  await open(move);
  return [
    `${rows.rows} rows in ${rows.tables} tables are the same on both sides.`,
    `Ledger: ${money.money || 'empty'}`,
    `Nobody could write for ${secondsSince(began)} s.`,
  ];
}

const secondsSince = (began) => ((Date.now() - began) / 1000).toFixed(1);

/**
 * Lets people and jobs of the county work on the target. First waits until the gateways of the source pass all requests
 * on, so that nobody reads an old value at the source after it has changed at the target.
 */
async function open({ county, target }) {
  await sleep(PASSED_ON_MS);
  await answerWorkers(target, county, 'true');
  await arrive(target, county);
}

/**
 * Does everything that follows the switch. May be repeated. The publication is dropped last, because a repeated command
 * recognizes by the publication that work is left.
 */
async function finish(move) {
  const { county, source, target } = move;
  await open(move);
  await askBeforeWork(source, county, { facts: true });
  await showToWorkers(target, county);
  await unsubscribe(target, county);
  await dropSlot(source, county);
  await target.ask('DELETE FROM county_move.arrival WHERE county = $1', [county]);
  await unpublish(source, county);
  return hintsAfter(move);
}

const hintsAfter = ({ county, origin }) => [
  `${county} has moved to ${origin}. This installation passes its requests on.`,
  `Point the host names of ${county} to the target. When nobody uses the old address any more, remove the rows here:`,
  `npm run county -- move ${county} --forget`,
];

/** Waits until the target's gateway knows the county and serves its pages. */
async function untilServed({ origin, county, source }, until) {
  const { hosts } = await findCounty(source, county);
  for (;;) {
    const status = await statusOf(origin, hosts[0]);
    if (status === 200) return;
    if (Date.now() > until) throw new Problem(`The target answers ${status} for ${hosts[0]} at ${origin}.`);
    await sleep(PROBE_MS);
  }
}

function refuseStop({ isStopping, source, target }) {
  if (isStopping()) throw new Problem('The command was told to stop.');
  const lost = source.lost ?? target.lost;
  if (lost) throw new Problem(`A database has ended the connection: ${lost.message}`);
}
