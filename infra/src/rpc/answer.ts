import type { MessageHandler } from '@nestjs/microservices';
import type { ErrorCode } from '@portal/proto/codes';
import { fieldFaults } from '@portal/proto/field-faults';
import type { Failure } from '@portal/proto/result';
import type { Contract } from '@portal/proto/rpc/contract';
import { isObservable, lastValueFrom } from 'rxjs';
import * as z from 'zod/mini';
import { callContext, isOutage, type Log } from '../log/index.js';
import { currentCall } from './current-call.js';
import { RpcFailure, serviceCodes } from './failures.js';
import { type RequestFrame, writeFailure, writeReply } from './frame.js';
import { type Call, HandlerThrew } from './handle.js';
import { RawJson } from './raw-json.js';

export interface Served {
  readonly contract: Contract;
  readonly handler: MessageHandler;
}

/**
 * Runs the handler and writes its reply. Never rejects: what the contract does not declare becomes UNEXPECTED, and the
 * reason goes to the log only.
 * @param age milliseconds since the caller asked
 */
export function answer(
  served: Served,
  request: RequestFrame,
  deliveries: number,
  age: () => number,
  log: Log,
): Promise<string | Buffer> {
  const { header, actor } = request;
  const { correlationId, idempotencyKey } = header;
  const call: Call = {
    actor,
    correlationId,
    deliveries,
    remainingMs: () => Math.max(0, header.budgetMs - age()),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  const context = { correlationId, county: actor.county, ...(actor.user !== null && { user: actor.user }) };
  return callContext.run(context, () =>
    currentCall.run(call, async () => {
      try {
        return await run(served, request, call, log);
      } catch (reason) {
        return unexpected(served.contract, header.id, reason, log);
      }
    }),
  );
}

async function run(served: Served, request: RequestFrame, call: Call, log: Log): Promise<string | Buffer> {
  const { contract, handler } = served;
  const { id } = request.header;
  const input = z.safeParse(contract.input, parseJson(request.payload));
  if (!input.success)
    return writeFailure(id, { ok: false, code: 'INVALID_INPUT', fields: fieldFaults(input.error) });
  const returned: unknown = await handler(input.data, call);
  const outcome: unknown = isObservable(returned) ? await lastValueFrom(returned) : returned;
  if (outcome instanceof HandlerThrew) return thrown(contract, id, outcome.reason, log);
  const reply = (body: string | Buffer) => writeReply(id, request.sealReply ? request.sealReply(body) : body);
  if (outcome instanceof RawJson) return reply(outcome.body);
  if (isSuccess(outcome)) return reply(JSON.stringify(outcome.value ?? null));
  if (isFailure(outcome) && (contract.errors as readonly ErrorCode[]).includes(outcome.code)) {
    return writeFailure(id, outcome);
  }
  return unexpected(
    contract,
    id,
    isFailure(outcome) ? `undeclared code ${outcome.code}` : 'not a result',
    log,
  );
}

/**
 * A service behind this one that is busy, late or away makes this command so too, and so does a database or another
 * server that is away; any other exception is a surprise.
 */
function thrown(contract: Contract, id: string, reason: unknown, log: Log): string {
  const code = reason instanceof RpcFailure ? reason.code : undefined;
  const passed = serviceCodes.find((known) => known === code);
  if (passed) return writeFailure(id, { ok: false, code: passed });
  if (isOutage(reason)) {
    log.warn({ contract: contract.name, err: reason }, 'a server is away: commands are not answered');
    return writeFailure(id, { ok: false, code: 'SERVICE_UNAVAILABLE' });
  }
  return unexpected(contract, id, reason, log);
}

function unexpected(contract: Contract, id: string, reason: unknown, log: Log): string {
  log.error({ contract: contract.name, err: reason }, 'command failed unexpectedly');
  return writeFailure(id, { ok: false, code: 'UNEXPECTED' });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isSuccess = (outcome: unknown): outcome is { ok: true; value: unknown } =>
  typeof outcome === 'object' && outcome !== null && 'ok' in outcome && outcome.ok === true;

const isFailure = (outcome: unknown): outcome is Failure =>
  typeof outcome === 'object' &&
  outcome !== null &&
  'ok' in outcome &&
  outcome.ok === false &&
  'code' in outcome;
