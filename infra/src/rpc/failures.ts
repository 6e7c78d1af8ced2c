import type { ErrorCode } from '@portal/proto/codes';
import type { Failure } from '@portal/proto/result';

/** The called service is overloaded, too slow, or out of reach. */
export const serviceCodes = [
  'SERVICE_BUSY',
  'SERVICE_TIMEOUT',
  'SERVICE_UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

/** What any call may answer besides its contract's codes. */
export type TransportCode = (typeof serviceCodes)[number] | 'INVALID_INPUT' | 'UNEXPECTED';

/** A call failed whose caller expected no failure (`callOrThrow`). */
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
