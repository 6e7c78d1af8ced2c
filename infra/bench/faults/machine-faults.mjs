// F15: a process with too little memory, one core for all processes, or a blocked event loop.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { arm, failpointNames } from './failpoints.mjs';

/** The memory that a process may still allocate, in bytes. It is less than one or two requests need. */
const LEFT_BYTES = 4 * 1024 * 1024;

const run = (program, ...args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** The size of a process's address space in bytes; undefined when the process has ended. */
function addressSpaceOf(pid) {
  try {
    return Number(/^VmSize:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024;
  } catch {
    return undefined;
  }
}

/**
 * Limits the memory of a process for a while. The process then ends in the middle of its work, or manages with less.
 */
async function takeMemory(pid, folder, ms) {
  const size = addressSpaceOf(pid);
  // sets only the soft limit, so that it can be lifted again
  if (!size || !run('prlimit', '--pid', String(pid), `--as=${size + LEFT_BYTES}:`)) return false;
  await sleep(ms);
  const ended = !run('prlimit', '--pid', String(pid), '--as=unlimited:');
  return `${folder} without more memory for ${ms} ms${ended ? ', it ended' : ''}`;
}

/** Makes all processes of the product share one core for a while. */
async function shareOneCore(pids, ms) {
  const keepOn = (cores) => pids.filter((pid) => run('taskset', '-apc', cores, String(pid))).length;
  const kept = keepOn('0');
  if (kept === 0) return false;
  await sleep(ms);
  keepOn(`0-${availableParallelism() - 1}`);
  return `${kept} processes on one core for ${ms} ms`;
}

/** Blocks a process at a failpoint, so that its leases end, its timers fire late and its requests wait. */
function standStill(stack, random) {
  const name = random.pick(failpointNames);
  const ms = random.pick([5_000, 15_000, 35_000]);
  return arm(stack.failpoints, name, `block ${ms}`) && `stand still for ${ms} ms at ${name}`;
}

export async function starve({ stack, random }) {
  const how = random.pick(['memory', 'memory', 'core', 'block', 'block']);
  const ms = random.between(3_000, 8_000);
  if (how === 'block') return standStill(stack, random);
  if (how === 'core') return shareOneCore(stack.folders.flatMap(stack.pidsOf), ms);
  const folder = random.pick(stack.folders);
  const pid = random.pick(stack.pidsOf(folder));
  return pid !== undefined && takeMemory(pid, folder, ms);
}
