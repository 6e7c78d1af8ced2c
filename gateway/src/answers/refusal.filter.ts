import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { openLog, serviceCodeOf } from '@portal/infra/log';
import { RpcFailure } from '@portal/infra/rpc';
import type { ErrorCode } from '@portal/proto/codes';
import type { Envelope } from '@portal/proto/http/envelope';
import { fail, type Failure } from '@portal/proto/result';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerTo } from '../errors.js';
import { Catalogue } from '@portal/infra/catalogue';
import { actorOf } from '../session/visit.js';
import { Refusal } from './refusal.js';
import { pageOfRefusal } from './refused-page.js';

const log = openLog('gateway');

/** The error codes for refusals by the HTTP server itself, by status. */
const codesByStatus = new Map<number, ErrorCode>([
  [400, 'INVALID_INPUT'],
  // 403: the server of the web files refuses a path that leads out of their folder
  [403, 'NOT_FOUND'],
  [404, 'NOT_FOUND'],
  [405, 'NOT_FOUND'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [415, 'INVALID_INPUT'],
  [431, 'PAYLOAD_TOO_LARGE'],
]);

/**
 * Returns the error code for a status. Every other status from 400 to 499 means a wrong request, for example a range
 * past the end of a file or an unmet condition.
 */
const codeOf = (status: number): ErrorCode | undefined =>
  codesByStatus.get(status) ?? (status >= 400 && status < 500 ? 'INVALID_INPUT' : undefined);

const statusOf = (error: unknown): number | undefined => {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('statusCode' in error && typeof error.statusCode === 'number') return error.statusCode;
  return 'status' in error && typeof error.status === 'number' ? error.status : undefined;
};

const failureOf = (error: unknown): Failure => {
  if (error instanceof Refusal || error instanceof RpcFailure) return error.failure;
  const code = codeOf(statusOf(error) ?? 0);
  if (code) return fail(code);
  const away = serviceCodeOf(error);
  if (away) {
    log.warn({ err: error }, 'a server is away: requests are not answered');
    return fail(away);
  }
  log.error({ err: error }, 'a route threw');
  return fail('UNEXPECTED');
};

/**
 * Turns every failure into the envelope, with the text in the session's language and without internal details (S33). A
 * browser that has opened a URL of the identity provider's sign-in is led to a page instead.
 */
@Catch()
export class RefusalFilter implements ExceptionFilter {
  constructor(private readonly catalogue: Catalogue) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.refuse(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Sends the failure. Hooks call this too, before a route is reached. */
  refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    if (!reply.sent) this.answer(failureOf(error), request, reply);
  }

  /**
   * Sends an expected failure without creating an Error, whose stack trace would cost as much as the rest of a refused
   * sign-in.
   */
  answer(failure: Failure, request: FastifyRequest, reply: FastifyReply): void {
    const { status, message, params, retryAfter } = answerTo(failure);
    const language = request.visit ? actorOf(request.visit).language : 'ENGLISH';
    const text = (key: string): string => this.catalogue.text(language, key, params);
    const body: Envelope<null> = {
      ok: false,
      message: text(message),
      lockout: request.visit?.lockout ?? false,
      content: null,
      ...(failure.code === 'NOT_SIGNED_IN' && { status: 'LOGIN' }),
      ...((failure.code === 'VIEW_ONLY' || failure.code === 'VIEW_OVER') && { status: 'VIEW' }),
      ...(failure.code === 'PROOF_NEEDED' && { status: 'PROOF' }),
      ...(failure.fields && {
        fields: Object.fromEntries(Object.entries(failure.fields).map(([name, key]) => [name, text(key)])),
      }),
    };
    if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
    const page = pageOfRefusal(request, failure.code);
    if (page !== undefined) return void reply.status(303).header('location', page).send();
    void reply
      .status(status)
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(body));
  }
}
