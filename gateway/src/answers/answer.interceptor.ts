import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { RawJson } from '@portal/infra/rpc';
import type { Result } from '@portal/proto/result';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { actorOf, visitOf, type Visit } from '../session/visit.js';
import { envelopeOf, rawEnvelope, Told } from './envelope.js';
import { Refusal } from './refusal.js';

/**
 * Returned by a route that has sent the reply itself, for example as a stream. The route takes `@Res()` without
 * passthrough.
 */
export const SENT = Symbol('sent');

export type Answer<T = unknown> = Result<T> | typeof SENT;

/** Puts a route's result into the envelope; a failure that the route returns is answered like any other refusal. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor<Answer, unknown> {
  constructor(private readonly catalogue: Catalogue) {}

  intercept(context: ExecutionContext, next: CallHandler<Answer>): Observable<unknown> {
    const http = context.switchToHttp();
    const visit = visitOf(http.getRequest<FastifyRequest>());
    return next.handle().pipe(
      map((answer) => {
        if (answer === SENT) return undefined;
        if (!answer.ok) throw new Refusal(answer);
        const reply = http.getResponse<FastifyReply>();
        void reply.status(200).header('content-type', 'application/json; charset=utf-8');
        return this.envelopeFor(visit, answer.value);
      }),
    );
  }

  private envelopeFor(visit: Visit, value: unknown): unknown {
    if (value instanceof RawJson) return rawEnvelope(value, visit.lockout);
    if (!(value instanceof Told)) return envelopeOf(value, visit.lockout);
    const text = this.catalogue.text(actorOf(visit).language, value.message);
    return envelopeOf(value.content, visit.lockout, text);
  }
}
