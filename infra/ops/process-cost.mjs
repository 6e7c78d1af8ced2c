// What a process costs, by the figures that Linux keeps about it.
import { readFileSync } from 'node:fs';

/** Ticks of /proc/<pid>/stat in a second. */
const TICKS = 100;

export function processorSeconds(pid) {
  // the name in brackets may have spaces; user and system time are the 12th and 13th fields after it
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

export const residentMegabytes = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_000;
