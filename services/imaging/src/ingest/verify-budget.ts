import { readFileSync } from 'node:fs';

/** Processor seconds that any file may use, in addition to the seconds for its pages. */
const fileSeconds = 30;
/** Additional processor seconds for each page of a file. */
const pageSeconds = 2;
const pixelsPerSecond = 10_000_000;
/** A process is considered stuck when its wall-clock time is this many times its budget. */
const idleShare = 10;
/** Clock ticks per second in /proc, on every Linux that Node runs on. */
const ticks = 100;

/**
 * The time that a file may use. It is measured in processor time, which other work on a busy machine does not use up.
 * The budget grows with each page, so that a long document is not treated as an attack. As a backstop, wall-clock time
 * is limited to ten times the budget.
 */
export class VerifyBudget {
  private seconds: number;

  constructor(
    private readonly used: () => number,
    fileSecondsAllowed = fileSeconds,
  ) {
    this.seconds = fileSecondsAllowed;
    this.usedAtStart = used();
  }

  private readonly usedAtStart: number;
  private readonly begun = performance.now();

  /** Adds the budget of another page. */
  grow({ width, height }: { width: number; height: number }): void {
    this.seconds += pageSeconds + (width * height) / pixelsPerSecond;
  }

  /** The reason to give up the file; undefined while it may continue. */
  exceeded(): string | undefined {
    const worked = this.used() - this.usedAtStart;
    if (worked > this.seconds) return `over ${this.seconds.toFixed(1)} s of processor time`;
    const waited = (performance.now() - this.begun) / 1_000;
    return waited > this.seconds * idleShare ? `no end after ${waited.toFixed(0)} s` : undefined;
  }
}

/** Megabytes of a process that are in memory now; 0 on systems that do not report them. */
export function residentMb(pid: number | undefined): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return Number(kilobytes ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** Processor seconds that all threads of a process have used; wall-clock time on systems that do not report them. */
export function processorSeconds(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // the name, in parentheses, may contain spaces
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticks;
  } catch {
    return process.platform === 'linux' ? 0 : performance.now() / 1_000;
  }
}
