import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Language } from '@portal/proto/roles';
import type { Actor } from '@portal/proto/rpc/actor';
import type { County } from '@portal/proto/rpc/admin-config';
import type { Session } from '@portal/proto/rpc/identity';
import type { FastifyRequest } from 'fastify';

/** Everything the edge knows about a request, before any route decides. */
export interface Visit {
  readonly county: County;
  readonly correlationId: string;
  /** Where the browser is: an IP address. */
  readonly address: string;
  /** The signed-in person; null for a visitor. */
  session: Session | null;
  /** SHA-256 of the cookie's token; empty for a visitor. */
  tokenHash: string;
  /** What the browser was told to speak before anybody signed in; a session has a language of its own. */
  readonly language: Language;
  /** A lockout of the system is in place for this county. */
  lockout: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    visit?: Visit;
  }
}

/** @throws Error for a request that no county was found for, which no route is reached by */
export const visitOf = (request: FastifyRequest): Visit => {
  if (!request.visit) throw new Error('the request passed no county hook');
  return request.visit;
};

/** Who asks: the session's actor, or a visitor of the county. */
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

/** The visit of the request as a handler's argument. */
export const CurrentVisit = createParamDecorator((_: unknown, context: ExecutionContext): Visit =>
  visitOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
