import type { ErrorCode } from '@portal/proto/codes';
import type { Failure } from '@portal/proto/result';

/** The called service is overloaded, too slow, or unavailable. */
export const serviceCodes = [
  'SERVICE_BUSY',
  'SERVICE_TIMEOUT',
  'SERVICE_UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

/** Codes that any call may return besides its contract's. */
export type TransportCode = (typeof serviceCodes)[number] | 'INVALID_INPUT' | 'UNEXPECTED';

/** The failure of a call whose caller expected none (`callOrThrow`). */
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
