const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** How long before the limit the warning is shown: two minutes, or half of the limit if that is less. */
const warningMs = (limitMs: number): number => Math.min(2 * MINUTE, limitMs / 2);

/** How often the page reports activity to the server if it makes no other call. */
export const tellEveryMs = (limitMs: number): number => Math.min(MINUTE, limitMs / 4);

export type Inactivity =
  | { readonly phase: 'working' }
  | { readonly phase: 'warned'; readonly secondsLeft: number }
  | { readonly phase: 'over' };

/** The state of a session from which the server last heard `idleMs` milliseconds ago. */
export const inactivityAfter = (idleMs: number, limitMs: number): Inactivity => {
  const left = limitMs - idleMs;
  if (left <= 0) return { phase: 'over' };
  if (left > warningMs(limitMs)) return { phase: 'working' };
  return { phase: 'warned', secondsLeft: Math.ceil(left / SECOND) };
};

/**
 * The time in milliseconds until the state is computed again: when the warning is due, and then every second for the
 * countdown.
 */
export const nextLookMs = (idleMs: number, limitMs: number): number =>
  Math.max(limitMs - warningMs(limitMs) - idleMs, SECOND);

/** The remaining time, for example 1:05. */
export const timeText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
