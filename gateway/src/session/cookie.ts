import { language, type Language } from '@portal/proto/roles';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** `__Host-` binds the cookie to this host and to TLS; localhost has no TLS (ARCHITECTURE.md#http). */
const nameFor = (request: FastifyRequest): string =>
  request.protocol === 'https' ? '__Host-portal' : 'portal';

const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** The session token that the browser sent; undefined when there is none or it has not the shape of one. */
export const readToken = (request: FastifyRequest): string | undefined => {
  const token = request.cookies[nameFor(request)];
  return token !== undefined && tokenShape.test(token) ? token : undefined;
};

/** A cookie of the browser's session: the row in identity decides how long the token is good for. */
export const giveToken = (request: FastifyRequest, reply: FastifyReply, token: string): void => {
  void reply.setCookie(nameFor(request), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
  });
};

/** Takes the cookie away; it must be named with the path it was given with. */
export const takeToken = (request: FastifyRequest, reply: FastifyReply): void => {
  void reply.clearCookie(nameFor(request), { path: '/', secure: request.protocol === 'https' });
};

/** The language that a visitor chose on the login page (web/src/shared/i18n/remembered-language.ts). */
export const readLanguage = (request: FastifyRequest): Language => {
  const chosen = language.safeParse(request.cookies.language);
  return chosen.success ? chosen.data : 'ENGLISH';
};
