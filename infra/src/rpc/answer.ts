import type { MessageHandler } from '@nestjs/microservices';
import type { ErrorCode } from '@portal/proto/codes';
import { fieldFaults } from '@portal/proto/field-faults';
import type { Failure } from '@portal/proto/result';
import type { Contract } from '@portal/proto/rpc/contract';
import { isObservable, lastValueFrom } from 'rxjs';
import * as z from 'zod/mini';
import { callContext, serviceCodeOf, type Log, type ServiceCode } from '../log/index.js';
import { currentCall } from './current-call.js';
import { RpcFailure } from './failures.js';
import type { RequestFrame } from './frame.js';
import { type Call, HandlerThrew } from './handle.js';
import { RawJson } from './raw-json.js';

export interface Served {
  readonly contract: Contract;
  readonly handler: MessageHandler;
}

/** The result of a command: the JSON of its output, or the reason of its failure. */
export type Outcome = { readonly ok: true; readonly body: string | Buffer } | Failure;

/** A command as its handler receives it, either from the stream or from a caller in the same process. */
export interface Asked extends Pick<RequestFrame, 'actor'> {
  readonly header: Pick<
    RequestFrame['header'],
    'correlationId' | 'traceparent' | 'idempotencyKey' | 'budgetMs'
  >;
  /** Not validated yet. */
  readonly input: unknown;
}

/**
 * Runs the handler. Never rejects: an error that the contract does not declare becomes UNEXPECTED, and only the log
 * contains the reason.
 * @param age milliseconds since the caller asked
 */
export function answer(
  served: Served,
  request: Asked,
  deliveries: number,
  age: () => number,
  log: Log,
): Promise<Outcome> {
  const { header, actor } = request;
  const { correlationId, idempotencyKey } = header;
  const call: Call = {
    actor,
    correlationId,
    deliveries,
    remainingMs: () => Math.max(0, header.budgetMs - age()),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  const context = {
    ...{ correlationId, county: actor.county, ...(actor.user !== null && { user: actor.user }) },
    ...(actor.viewing && served.contract.inView === 'READS' && { onlyReads: true as const }),
  };
  return callContext.run(context, () =>
    currentCall.run(call, async () => {
      try {
        return await run(served, request.input, call, log);
      } catch (reason) {
        return unexpected(served.contract, reason, log);
      }
    }),
  );
}

async function run({ contract, handler }: Served, asked: unknown, call: Call, log: Log): Promise<Outcome> {
  const input = z.safeParse(contract.input, asked);
  if (!input.success) return { ok: false, code: 'INVALID_INPUT', fields: fieldFaults(input.error) };
  const returned: unknown = await handler(input.data, call);
  const outcome: unknown = isObservable(returned) ? await lastValueFrom(returned) : returned;
  if (outcome instanceof HandlerThrew) return thrown(contract, outcome.reason, log);
  if (outcome instanceof RawJson) return { ok: true, body: outcome.body };
  if (isSuccess(outcome)) return { ok: true, body: JSON.stringify(outcome.value ?? null) };
  if (isFailure(outcome) && (contract.errors as readonly ErrorCode[]).includes(outcome.code)) return outcome;
  return unexpected(contract, isFailure(outcome) ? `undeclared code ${outcome.code}` : 'not a result', log);
}

/**
 * The failure of a command whose handler threw. If another service, the database or another server was busy, too slow
 * or unavailable, the code says so. Any other exception is unexpected.
 */
function thrown(contract: Contract, reason: unknown, log: Log): Failure {
  const code = serviceCodeOf(reason);
  if (code === undefined) return unexpected(contract, reason, log);
  // if another service failed, that service has logged its error
  if (!(reason instanceof RpcFailure)) log.warn({ contract: contract.name, err: reason }, hindrances[code]);
  return { ok: false, code };
}

const hindrances = {
  SERVICE_BUSY: 'a row was locked for too long',
  SERVICE_TIMEOUT: 'a statement took too long',
  SERVICE_UNAVAILABLE: 'a server is away: commands are not answered',
} as const satisfies Record<ServiceCode, string>;

function unexpected(contract: Contract, reason: unknown, log: Log): Failure {
  log.error({ contract: contract.name, err: reason }, 'command failed unexpectedly');
  return { ok: false, code: 'UNEXPECTED' };
}

const isSuccess = (outcome: unknown): outcome is { ok: true; value: unknown } =>
  typeof outcome === 'object' && outcome !== null && 'ok' in outcome && outcome.ok === true;

const isFailure = (outcome: unknown): outcome is Failure =>
  typeof outcome === 'object' &&
  outcome !== null &&
  'ok' in outcome &&
  outcome.ok === false &&
  'code' in outcome;
