import { language, type Language } from '@portal/proto/roles';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The prefix `__Host-` binds the cookie to this host and to TLS; localhost has no TLS (ARCHITECTURE.md#http). */
const nameFor = (request: FastifyRequest): string =>
  request.protocol === 'https' ? '__Host-portal' : 'portal';

const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** The browser's session token; undefined when the cookie is missing or its value does not have the form of a token. */
export const readToken = (request: FastifyRequest): string | undefined => {
  const token = request.cookies[nameFor(request)];
  return token !== undefined && tokenShape.test(token) ? token : undefined;
};

/**
 * Sets a cookie that the browser deletes when it closes; the row of the session in the identity service decides how
 * long the token is valid.
 */
export const giveToken = (request: FastifyRequest, reply: FastifyReply, token: string): void => {
  void reply.setCookie(nameFor(request), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
  });
};

/** Removes the cookie; the path must equal the path with which the cookie was set. */
export const takeToken = (request: FastifyRequest, reply: FastifyReply): void => {
  void reply.clearCookie(nameFor(request), { path: '/', secure: request.protocol === 'https' });
};

/** The cookie of a browser that visits the county's identity provider. */
const visitNameFor = (request: FastifyRequest): string => `${nameFor(request)}-visit`;
/**
 * The longest duration of a visit to the identity provider
 * (services/identity/src/provider-sign-in/provider-visit.rules.ts).
 */
const VISIT_SECONDS = 600;

export const readVisit = (request: FastifyRequest): string | undefined => {
  const browser = request.cookies[visitNameFor(request)];
  return browser !== undefined && tokenShape.test(browser) ? browser : undefined;
};

/** The cookie is Lax, because a page of the provider's site sends the browser back to the portal. */
export const giveVisit = (request: FastifyRequest, reply: FastifyReply, browser: string): void => {
  const secure = request.protocol === 'https';
  void reply.setCookie(visitNameFor(request), browser, {
    ...{ path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: VISIT_SECONDS },
  });
};

export const takeVisit = (request: FastifyRequest, reply: FastifyReply): void => {
  void reply.clearCookie(visitNameFor(request), { path: '/', secure: request.protocol === 'https' });
};

/** The language that a visitor chose on the login page (web/src/shared/i18n/remembered-language.ts). */
export const readLanguage = (request: FastifyRequest): Language => {
  const chosen = language.safeParse(request.cookies.language);
  return chosen.success ? chosen.data : 'ENGLISH';
};
