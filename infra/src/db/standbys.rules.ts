/** Where the primary's log was at a moment (`performance.now()`). */
export interface Mark {
  readonly at: number;
  readonly position: bigint;
}

/** What is known of one standby. */
export interface StandbyState {
  /** How far it has replayed the primary's log; undefined while it does not answer. */
  readonly replayed: bigint | undefined;
  /** Statements that run there now. */
  readonly running: number;
}

/** A position in the log as PostgreSQL writes it, '16/B374D848', as a number that grows. */
export function positionOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/**
 * How old the standby's data are: milliseconds since the primary was where the standby is now. The clocks of the servers
 * do not matter, and a standby whose connection broke grows older although it has replayed all that it got.
 * @param marks of the primary, oldest first
 */
export function lagMs(marks: readonly Mark[], replayed: bigint | undefined, now: number): number {
  if (replayed === undefined) return Number.POSITIVE_INFINITY;
  const reached = marks.findLastIndex(({ position }) => position <= replayed);
  if (reached === -1) return Number.POSITIVE_INFINITY;
  // the newest mark is reached: nothing newer is known to exist
  if (reached === marks.length - 1) return 0;
  return now - (marks[reached]?.at ?? Number.NEGATIVE_INFINITY);
}

/**
 * The standby that reads next: the one with the least lag below the limit that has what the caller needs, and of equals
 * the one with the least work; undefined when the primary has to.
 * @param needed position that its data must include
 */
export function chooseStandby<S extends StandbyState>(
  standbys: readonly S[],
  o: { marks: readonly Mark[]; needed: bigint; now: number; mostLagMs: number },
): S | undefined {
  let best: { standby: S; lag: number } | undefined;
  for (const standby of standbys) {
    const lag = lagMs(o.marks, standby.replayed, o.now);
    if (lag >= o.mostLagMs || (standby.replayed ?? -1n) < o.needed) continue;
    const isBetter = !best || lag < best.lag || (lag === best.lag && standby.running < best.standby.running);
    if (isBetter) best = { standby, lag };
  }
  return best?.standby;
}
