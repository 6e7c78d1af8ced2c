import type { ErrorCode } from './codes.js';

/** Values that a message text contains, for example the page that a user asked for. */
export type MessageParams = Readonly<Record<string, string | number>>;

export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Failure<C extends ErrorCode = ErrorCode> {
  readonly ok: false;
  readonly code: C;
  readonly params?: MessageParams;
  /** The fields at fault with their message keys. */
  readonly fields?: Readonly<Record<string, string>>;
}

/**
 * An expected outcome: the value, or one of the error codes that the contract declares
 * (infra/DESIGN.md#rules-that-boot-and-tests-enforce).
 */
export type Result<T, C extends ErrorCode = ErrorCode> = Ok<T> | Failure<C>;

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });

export const fail = <C extends ErrorCode>(
  code: C,
  params?: MessageParams,
  fields?: Readonly<Record<string, string>>,
): Failure<C> => ({ ok: false, code, ...(params && { params }), ...(fields && { fields }) });
