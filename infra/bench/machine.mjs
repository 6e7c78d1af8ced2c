// Processor time and memory of processes, from /proc (the bench runs on Linux).
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { Problem } from '../local/problem.mjs';

const TICKS_PER_SECOND = 100;

export function requireLinux() {
  if (process.platform !== 'linux') throw new Problem('The bench reads /proc, so it runs on Linux only.');
}

/** Seconds of processor time, user and system, that processes and all their threads have used. */
export function cpuSeconds(...pids) {
  const ticks = pids.map((pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return Number(user) + Number(system);
  });
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND;
}

/** Like `cpuSeconds`, for all children of a process (default: this one) that have ended and been waited for. */
export function endedChildrenCpuSeconds(pid = 'self') {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15);
  return (Number(user) + Number(system)) / TICKS_PER_SECOND;
}

const statusKb = (pid, field) =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);

/**
 * Like `cpuSeconds`, for a process with one thread and for all its children, including those that have ended, for
 * example a PostgreSQL server with its sessions.
 */
export function familyCpuSeconds(pid) {
  for (;;) {
    const ended = endedChildrenCpuSeconds(pid);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    const running = children.reduce((sum, child) => sum + cpuSecondsIfAlive(child), cpuSeconds(pid));
    // a child that ends between the two readings would be missed or counted twice
    if (endedChildrenCpuSeconds(pid) === ended) return running + ended;
  }
}

function cpuSecondsIfAlive(pid) {
  try {
    return cpuSeconds(pid);
  } catch (error) {
    // ENOENT: the process had ended before its file was opened; ESRCH: it ended before the file was read
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return 0;
    throw error;
  }
}

/** The process's current memory in megabytes. */
export const residentMb = (pid) => statusKb(pid, 'VmRSS') / 1024;

/**
 * Resets the peak of the process's memory. `addedMb` returns by how many megabytes the peak has exceeded the memory in
 * use at the reset.
 */
export function watchPeakMemory(pid) {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = statusKb(pid, 'VmRSS');
  return { beforeMb: before / 1024, addedMb: () => (statusKb(pid, 'VmHWM') - before) / 1024 };
}

/** Keeps processes on the first two cores, so that both sides of a comparison share the same two. */
export function keepOnTwoCores(...pids) {
  if (os.availableParallelism() <= 2) return;
  for (const pid of pids) execFileSync('taskset', ['-apc', '0,1', String(pid)], { stdio: 'ignore' });
}

export const hasProgram = (name) => spawnSync(name, ['-h']).error === undefined;

/** One line that describes the machine for the results. */
export function describeMachine() {
  const [cpu] = os.cpus();
  const memory = `${Math.round(os.totalmem() / 2 ** 30)} GB`;
  const cores = `${os.availableParallelism()} cores (${cpu?.model.trim() ?? 'unknown'})`;
  return `${cores}, ${memory} memory, ${os.type()} ${os.arch()}, Node ${process.versions.node}`;
}

/** Average number of processes in the last minute that ran or waited for a core. */
export const loadAverage = () => os.loadavg()[0];
