/** The position of the primary's log at a point in time (`performance.now()`). */
export interface Mark {
  readonly at: number;
  readonly position: bigint;
}

/** The state of one standby at the last check. */
export interface StandbyState {
  /** How far the standby has replayed the primary's log; undefined while the standby does not answer. */
  readonly replayed: bigint | undefined;
  /** Number of statements that are running on the standby. */
  readonly running: number;
}

/** Converts a position in the log from PostgreSQL's form, '16/B374D848', to a number that grows with the log. */
export function positionOf(text: string): bigint {
  const slash = text.indexOf('/');
  return (BigInt(`0x${text.slice(0, slash)}`) << 32n) | BigInt(`0x${text.slice(slash + 1)}`);
}

/**
 * The age of the standby's data: milliseconds since the primary's log was at the position that the standby has
 * replayed. The servers' clocks do not matter, and the age grows while the standby has no connection to the primary.
 * @param marks of the primary, oldest first
 */
export function lagMs(marks: readonly Mark[], replayed: bigint, now: number): number {
  const reached = marks.findLast(({ position }) => position <= replayed);
  if (!reached) return Number.POSITIVE_INFINITY;
  // the standby has replayed everything that the primary had at the last check
  return reached === marks.at(-1) ? 0 : now - reached.at;
}

/**
 * Chooses the standby for the next read. It must lag less than the limit, and must have replayed `needed`. Of several,
 * the one with the least lag is chosen; with equal lag, the one that runs fewer statements.
 * @param needed position of the primary's log that the data must include
 * @returns undefined when no standby qualifies, so that the primary reads
 */
export function chooseStandby<S extends StandbyState>(
  standbys: readonly S[],
  o: { marks: readonly Mark[]; needed: bigint; now: number; mostLagMs: number },
): S | undefined {
  let best: { standby: S; lag: number } | undefined;
  for (const standby of standbys) {
    if (standby.replayed === undefined || standby.replayed < o.needed) continue;
    const lag = lagMs(o.marks, standby.replayed, o.now);
    if (lag >= o.mostLagMs) continue;
    const isBetter = !best || lag < best.lag || (lag === best.lag && standby.running < best.standby.running);
    if (isBetter) best = { standby, lag };
  }
  return best?.standby;
}
