import { callErrorOf } from '../../shared/http/api.js';
import type { CallError } from '../../shared/http/call.js';

/** Pauses before each retry, in milliseconds. */
export const pausesMs: readonly number[] = [500, 1_500, 4_000];

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** True if the answer was lost or the server ran out of time; the request may have been carried out anyway. */
export const isLost = (error: CallError): boolean =>
  error.kind === 'no-response' || ('status' in error && [502, 503, 504].includes(error.status));

type Answer<T> = { data?: T; error?: unknown };
export type Outcome<T> = { data: T } | { error: CallError };

/**
 * Repeats a call until there is an answer, up to three times. Use it only for calls that the server identifies by
 * their guid, so that a repetition returns the same answer and moves no money.
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
