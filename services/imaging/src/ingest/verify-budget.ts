import { readFileSync } from 'node:fs';

/** Processor seconds for a file before its first page, and what each page adds. */
const fileSeconds = 30;
const pageSeconds = 2;
const pixelsPerSecond = 10_000_000;
/** A process that neither works nor answers waits for something that does not come. */
const idleShare = 10;
/** Clock ticks a second in /proc, on every Linux that Node runs on. */
const ticks = 100;

/**
 * What a file may cost: processor time, which a busy machine does not use up for it, growing with the pages that came of
 * it, so that a long document is no attack; and as a backstop ten times as much by the clock.
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

  /** A page has come. */
  grow({ width, height }: { width: number; height: number }): void {
    this.seconds += pageSeconds + (width * height) / pixelsPerSecond;
  }

  /** Why the file is given up, undefined while it may go on. */
  exceeded(): string | undefined {
    const worked = this.used() - this.usedAtStart;
    if (worked > this.seconds) return `over ${this.seconds.toFixed(1)} s of processor time`;
    const waited = (performance.now() - this.begun) / 1_000;
    return waited > this.seconds * idleShare ? `no end after ${waited.toFixed(0)} s` : undefined;
  }
}

/** Processor seconds that a process has used, all its threads together; by the clock where the system does not say. */
export function processorSeconds(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // the name, in brackets, may hold blanks
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticks;
  } catch {
    return process.platform === 'linux' ? 0 : performance.now() / 1_000;
  }
}
