import { callErrorOf } from '../../shared/http/api.js';
import type { CallError } from '../../shared/http/call.js';

/** Milliseconds before each further try. */
export const pausesMs: readonly number[] = [500, 1_500, 4_000];

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The answer was lost on its way, or the server was out of time: what was asked may have happened all the same. */
export const isLost = (error: CallError): boolean =>
  error.kind === 'no-response' || ('status' in error && [502, 503, 504].includes(error.status));

type Answer<T> = { data?: T; error?: unknown };
export type Outcome<T> = { data: T } | { error: CallError };

/**
 * Asks until there is an answer, at most four times. Only for calls that the server knows by their guid, so that a
 * repeat answers the same and moves no money.
 */
export const again = async <T>(call: () => Promise<Answer<T>>): Promise<Outcome<T>> => {
  for (let tries = 0; ; tries += 1) {
    const { data, error } = await call();
    if (data !== undefined) return { data };
    const failure = callErrorOf(error);
    const wait = pausesMs[tries];
    if (!isLost(failure) || wait === undefined) return { error: failure };
    await pause(wait);
  }
};
