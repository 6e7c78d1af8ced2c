// I15 compares the purchases per minute after the faults with those before, if the machine was calm enough.
import { readFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The machine counts as calm while other programs, and the host of a virtual machine, use at most this share of all
 * cores.
 */
const OTHERS_AT_MOST = 0.1;
/** If other programs use more than this share of all cores, the counts before and after the faults are not compared. */
const OTHERS_TOO_MUCH = 0.6;
/** After the faults, at least this share of the purchase rate before the faults must be reached. */
const LEAST_SHARE = 0.95;
/**
 * Like LEAST_SHARE, for a busy machine: a share of the rate that can be expected of the cores that other programs leave
 * free.
 */
const LEAST_SHARE_BUSY = 0.7;
const TICKS_PER_SECOND = 100;
/** Purchases are counted in slices, so that a few busy seconds of other programs spoil only their own slices. */
const SLICE_MS = 2_000;
/** If the machine is seldom calm, the count ends after this many times its planned duration. */
const PATIENCE = 5;

/**
 * Counts successful purchases while no fault strikes: those in calm slices or, if too few slices are calm, those in all
 * slices. `others` then tells how busy the machine was.
 * @param {{ restMs?: number, take?: (ms: number) => Promise<Slice> }} o `take` counts purchases for `ms` milliseconds
 * @returns {Promise<{ count: number, perMinute: number, others: number } | undefined>} `others`: the share of all cores
 * that other programs used; undefined when nothing is counted
 * @typedef {{ count: number, ms: number, others: number }} Slice
 */
export async function countPurchases(
  history,
  ms,
  { restMs = 0, take = (time) => takeSlice(history, time) } = {},
) {
  if (ms === 0) return undefined;
  await sleep(restMs);
  const slices = [];
  const calm = [];
  while (lengthOf(calm) < ms && lengthOf(slices) < PATIENCE * ms) {
    const slice = await take(SLICE_MS);
    slices.push(slice);
    if (slice.others <= OTHERS_AT_MOST) calm.push(slice);
  }
  const counted = lengthOf(calm) >= ms ? calm : slices;
  const length = lengthOf(counted);
  const count = Math.round((counted.reduce((sum, slice) => sum + slice.count, 0) * ms) / length);
  const others = counted.reduce((sum, slice) => sum + slice.others * slice.ms, 0) / length;
  return { count, perMinute: (count * 60_000) / ms, others };
}

const lengthOf = (slices) => slices.reduce((sum, slice) => sum + slice.ms, 0);

async function takeSlice(history, ms) {
  const began = performance.now();
  const [before, busyBefore, ownBefore] = [history.count('purchase', 'ok'), busyTicks(), ownTicks()];
  await sleep(ms);
  const seconds = (performance.now() - began) / 1_000;
  const ticks = busyTicks() - busyBefore - (ownTicks() - ownBefore);
  return {
    count: history.count('purchase', 'ok') - before,
    ms: seconds * 1_000,
    others: Math.max(0, ticks) / TICKS_PER_SECOND / seconds / availableParallelism(),
  };
}

/**
 * I15: after the faults, at least 95 % as many purchases succeed as before, less two standard deviations for chance. If
 * other programs keep the machine busy, 70 % of what the free cores allow is enough, because the number of purchases
 * depends only roughly on the free cores.
 * @returns {{ words: string, broken: string[] }} the text for the table, and the violation
 */
export function judgeSteadiness(before, after) {
  if (!before || !after) return { words: 'not taken', broken: [] };
  const share = (after.count / before.count).toFixed(2);
  const most = Math.max(before.others, after.others);
  const percent = (part) => `${Math.round(part * 100)} %`;
  const busy = `other programs used ${percent(before.others)} of the cores before and ${percent(after.others)} after`;
  if (most > OTHERS_TOO_MUCH)
    return {
      words: `${share}, not enforced: ${busy}, at most ${percent(OTHERS_TOO_MUCH)} leave enough to compare`,
      broken: [],
    };
  const left = most > OTHERS_AT_MOST ? (1 - after.others) / (1 - before.others) : 1;
  const wanted = most > OTHERS_AT_MOST ? LEAST_SHARE_BUSY : LEAST_SHARE;
  const expected = wanted * before.count * left;
  const least = expected - 2 * Math.sqrt(expected + after.count);
  const words = `${share}, enforced at ${percent(wanted * left)}: ${busy}`;
  if (after.count >= least) return { words, broken: [] };
  const text = `I15 ${after.count} purchases succeeded after the faults, ${before.count} before, at least ${Math.ceil(least)} were to`;
  return { words, broken: [text] };
}

/** Ticks in which a core worked, or in which the host took the core away. */
function busyTicks() {
  const [user, nice, system, , , irq, softIrq, steal] = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return user + nice + system + irq + softIrq + steal;
}

/** Ticks of this process and its descendants, including ended children that were waited for. */
function ownTicks() {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess);
  const byParent = Map.groupBy(processes, ({ parent }) => parent);
  const sum = (pid) =>
    (byParent.get(pid) ?? []).reduce((total, each) => total + each.ticks + sum(each.pid), 0);
  const self = processes.find(({ pid }) => pid === process.pid);
  return (self?.ticks ?? 0) + sum(process.pid);
}

function readProcess(name) {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent] = fields;
    return [{ pid: Number(name), parent, ticks: fields.slice(11, 15).reduce((a, b) => a + b, 0) }];
  } catch {
    return [];
  }
}
