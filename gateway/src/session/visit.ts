import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Language } from '@portal/proto/roles';
import type { Actor } from '@portal/proto/rpc/actor';
import type { County } from '@portal/proto/rpc/admin-config';
import type { Session } from '@portal/proto/rpc/identity';
import type { FastifyRequest } from 'fastify';

/** What the gateway knows about a request before a route runs. */
export interface Visit {
  readonly county: County;
  readonly correlationId: string;
  /** The browser's IP address. */
  readonly address: string;
  /** The signed-in person; null for a visitor. */
  session: Session | null;
  /** SHA-256 of the cookie's token; empty for a visitor. */
  tokenHash: string;
  /** The language that the browser chose before the sign-in; a session has its own language. */
  readonly language: Language;
  /** True if the county is in a system lockout. */
  lockout: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    visit?: Visit;
  }
}

/** @throws Error for a request without a county; no such request reaches a route */
export const visitOf = (request: FastifyRequest): Visit => {
  if (!request.visit) throw new Error('the request passed no county hook');
  return request.visit;
};

/** The actor of the request: the actor of the session, or a visitor of the county. */
export const actorOf = (visit: Visit): Actor =>
  visit.session?.actor ?? visitorOf(visit.county.id, visit.language);

export const visitorOf = (county: string, language: Language = 'ENGLISH'): Actor => ({
  county,
  user: null,
  username: '',
  account: null,
  role: 'ANONYMOUS',
  session: null,
  language,
  terms: null,
});

/** Parameter decorator: the visit of the request. */
export const CurrentVisit = createParamDecorator((_: unknown, context: ExecutionContext): Visit =>
  visitOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
