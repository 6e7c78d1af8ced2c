// I15 compares purchases a minute after the faults with those before, if the machine was calm enough to compare them.
import { readFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Share of all cores that other programs may use while purchases are counted (with what the host takes away). */
const OTHERS_AT_MOST = 0.1;
/** Share of the purchases before the faults that must succeed after them. */
const LEAST_SHARE = 0.95;
const TICKS_PER_SECOND = 100;

/**
 * Counts successful purchases while no fault strikes.
 * @returns {Promise<{ count: number, perMinute: number, others: number } | undefined>} `others`: the share of all cores
 * that other programs used; undefined when nothing is counted
 */
export async function countPurchases(history, ms, restMs = 0) {
  if (ms === 0) return undefined;
  await sleep(restMs);
  const [before, busyBefore, ownBefore] = [history.count('purchase', 'ok'), busyTicks(), ownTicks()];
  await sleep(ms);
  const count = history.count('purchase', 'ok') - before;
  const ticks = busyTicks() - busyBefore - (ownTicks() - ownBefore);
  const others = Math.max(0, ticks) / TICKS_PER_SECOND / (ms / 1_000) / availableParallelism();
  return { count, perMinute: (count * 60_000) / ms, others };
}

/**
 * I15 holds when 95 % of the purchases before the faults succeed after them, less two standard deviations for chance.
 * It is enforced when other programs used at most a tenth of the cores both times.
 * @returns {{ words: string, broken: string[] }} the text for the table, and the violation
 */
export function judgeSteadiness(before, after) {
  if (!before || !after) return { words: 'not taken', broken: [] };
  const share = (after.count / before.count).toFixed(2);
  const percent = (part) => `${Math.round(part * 100)} %`;
  const busy = `other programs used ${percent(before.others)} of the cores before and ${percent(after.others)} after`;
  if (Math.max(before.others, after.others) > OTHERS_AT_MOST)
    return {
      words: `${share}, not enforced: ${busy}, at most ${percent(OTHERS_AT_MOST)} is calm`,
      broken: [],
    };
  const expected = LEAST_SHARE * before.count;
  const least = expected - 2 * Math.sqrt(expected + after.count);
  const words = `${share}, enforced: ${busy}`;
  if (after.count >= least) return { words, broken: [] };
  const text = `I15 ${after.count} purchases succeeded after the faults, ${before.count} before, at least ${Math.ceil(least)} were to`;
  return { words, broken: [text] };
}

/** Ticks in which any core worked or the host took it away. */
function busyTicks() {
  const [user, nice, system, , , irq, softIrq, steal] = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return user + nice + system + irq + softIrq + steal;
}

/** Ticks of this process and its children, including those that have ended and were waited for. */
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
