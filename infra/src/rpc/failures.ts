import type { ErrorCode } from '@portal/proto/codes';
import type { Failure } from '@portal/proto/result';
import type { ServiceCode } from '../log/index.js';

/** Codes that any call may return in addition to those of its contract. */
export type TransportCode = ServiceCode | 'INVALID_INPUT' | 'UNEXPECTED';

/** The failure of a call that should not fail (`callOrThrow`). */
export class RpcFailure extends Error {
  override readonly name = 'RpcFailure';
  readonly code: ErrorCode;

  constructor(
    readonly contract: string,
    readonly failure: Failure,
  ) {
    super(`${contract} answered ${failure.code}`);
    this.code = failure.code;
  }
}
