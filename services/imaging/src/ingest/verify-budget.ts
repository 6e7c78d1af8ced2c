import { readFileSync } from 'node:fs';

/** Processor seconds allowed for a file, plus those for each page. */
const fileSeconds = 30;
const pageSeconds = 2;
const pixelsPerSecond = 10_000_000;
/** A process that has run for this many times its budget in wall-clock time is considered stuck. */
const idleShare = 10;
/** Clock ticks per second in /proc, on every Linux that Node runs on. */
const ticks = 100;

/**
 * The budget of a file in processor time, which other work on a busy machine does not use up. It grows with each page,
 * so that a long document is not treated as an attack. As a backstop, wall-clock time is limited to ten times as much.
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

/**
 * Processor seconds that a process has used in all its threads; wall-clock time where the system does not report them.
 */
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
