// The processor time and the memory of a process, as Linux reports them.
import { readFileSync } from 'node:fs';

/** Clock ticks per second in /proc/<pid>/stat. */
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
