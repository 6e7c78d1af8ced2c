// Limits the memory of processes under load, as a cluster does, so that the kernel ends processes that need more.
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Problem } from '../../local/problem.mjs';
import { drill } from '../drill.mjs';
import { endOneByOne } from '../process-ends.mjs';

/** The processes that hold pages, results, hashes and money in memory. */
const NAMES = ['imaging', 'search', 'identity', 'payments'];
/** The memory that a process may still allocate; a few requests need more. */
const LEFT_BYTES = 2 * 1024 * 1024;
const GROUPS = '/sys/fs/cgroup';

export const { about, run } = drill({
  about: 'the kernel ends processes at their memory limit under load (Linux, needs root)',
  play: (stage) => endOneByOne(stage, NAMES, endAtLimit),
});

async function endAtLimit({ fleet, say }, name) {
  const { child, ended } = fleet.find(name);
  const lift = limitMemory(child.pid, LEFT_BYTES);
  await ended;
  say(`${name} ended with ${child.signalCode ?? `code ${child.exitCode}`}`);
  lift();
}

/** Moves a process to a group that may allocate `bytes` more bytes. @returns a function that removes the group */
function limitMemory(pid, bytes) {
  const perController = path.join(GROUPS, 'memory');
  const isFirst = existsSync(perController);
  const group = path.join(isFirst ? perController : GROUPS, `portal-drill-${pid}`);
  try {
    mkdirSync(group);
    writeFileSync(path.join(group, isFirst ? 'memory.limit_in_bytes' : 'memory.max'), String(bytes));
    writeFileSync(path.join(group, 'cgroup.procs'), String(pid));
  } catch (error) {
    throw new Problem(`The memory of a process cannot be limited here: ${error.message}`);
  }
  return () => rmdirSync(group);
}
