// Guards that are tested over HTTP: when the product runs without the guard, a test must fail.
import { atTheDoor } from './guard.mjs';

const gateway = 'gateway/src';
const identity = 'services/identity';
const signIn = `${identity}/src/sign-in`;

export default [
  atTheDoor(
    'S9',
    'roles-of-routes',
    [
      `${gateway}/session/access.guard.ts`,
      "if (!access.roles.includes(session.user.role)) return refuse('NOT_FOUND');",
    ],
    ['gateway/e2e/access.spec.ts', 'S9 GUEST can call exactly'],
  ),
  atTheDoor(
    'S9',
    'strangers-sign-in',
    [
      `${gateway}/session/access.guard.ts`,
      "if (!session) return refuse('NOT_SIGNED_IN');",
      'if (!session) return true;',
    ],
    ['gateway/e2e/access.spec.ts', 'S9 a visitor reaches the public routes'],
  ),
  atTheDoor(
    'S9',
    'session-of-one-county',
    [
      `${gateway}/session/session-reader.ts`,
      'if (session?.actor.county !== county) return null;',
      'if (!session) return null;',
    ],
    ['gateway/e2e/access.spec.ts', 'S9 a session of one county'],
  ),
  atTheDoor(
    'S11',
    'cookie-out-of-reach',
    [`${gateway}/session/cookie.ts`, 'httpOnly: true,', 'httpOnly: false,'],
    ['gateway/e2e/session.spec.ts', 'S11 the cookie is sent only to this host'],
  ),
  atTheDoor(
    'S11',
    'former-cookie-ends',
    [
      `${gateway}/http/auth.controller.ts`,
      'previousToken: readToken(request) ?? null',
      'previousToken: null',
    ],
    ['gateway/e2e/session.spec.ts', 'S11 the browser'],
  ),
  atTheDoor(
    'S12',
    'sign-out-ends-the-session',
    [`${identity}/src/sessions/session.handlers.ts`, 'await this.sessions.signOut(call.actor);', ''],
    ['gateway/e2e/security.spec.ts', 'S12 refuses the next request after a sign-out'],
  ),
  atTheDoor(
    'S13',
    'forms-of-other-sites',
    [`${gateway}/edge/visit.hook.ts`, "if (isForged(request)) return fail('FORGED_REQUEST');", ''],
    ['gateway/e2e/session.spec.ts', 'S13 a form of another site'],
  ),
  atTheDoor(
    'S13',
    'sign-out-by-its-route',
    [
      `${gateway}/session/forgery.ts`,
      "changingGets.has(request.routeOptions.url ?? '')",
      "changingGets.has(request.url.split('?')[0] ?? '')",
    ],
    ['gateway/e2e/written-otherwise.spec.ts', 'S13 another site cannot change anything'],
  ),
  atTheDoor(
    'S13',
    'changes-by-their-route',
    [
      `${gateway}/edge/visit.hook.ts`,
      'if (!isOfApi(request)) return undefined;',
      "if (!request.url.startsWith('/LandShark/api/')) return undefined;",
    ],
    ['gateway/e2e/written-otherwise.spec.ts', 'S13 another site cannot change anything'],
  ),
  atTheDoor(
    'S14',
    'wrong-sign-ins-are-guesses',
    [
      `${gateway}/http/auth.controller.ts`,
      "return guesses.has(answer.code) ? 'WRONG' : 'ANSWERED';",
      "return 'ANSWERED';",
    ],
    ['gateway/e2e/sign-in-storm.spec.ts', 'S14 an IP address must wait after thirty wrong passwords'],
  ),
  atTheDoor(
    'S14',
    'bodies-have-a-deadline',
    [`${gateway}/edge/arriving-bodies.ts`, 'bodyDeadlineMs = 10_000', 'bodyDeadlineMs = 25_000'],
    ['gateway/e2e/slow-clients.spec.ts', 'S14 connections that send slowly S14 do not keep users'],
  ),
  atTheDoor(
    'S14',
    'bodies-of-an-address',
    [
      `${gateway}/edge/arriving-bodies.ts`,
      'if (this.bodies.of(address) >= mostArrivingOfAddress) return undefined;',
    ],
    ['gateway/e2e/slow-clients.spec.ts', 'S14 connections that send slowly S14 count against the address'],
  ),
  atTheDoor(
    'S14',
    'bytes-of-an-address',
    [
      `${gateway}/edge/arriving-bodies.ts`,
      'if (this.bytes.of(`from ${address}`) + size > ofAddress) return undefined;',
    ],
    ['gateway/e2e/slow-clients.spec.ts', 'S14 connections that send slowly S14 are refused when the bodies'],
  ),
  atTheDoor(
    'S14',
    'heads-have-a-deadline',
    [`${gateway}/edge/server-options.ts`, 'headersDeadlineMs = 10_000', 'headersDeadlineMs = 25_000'],
    ['gateway/e2e/slow-clients.spec.ts', 'S14 connections that send slowly S14 do not keep users'],
  ),
  atTheDoor(
    'S14',
    'connections-of-an-address',
    [`${gateway}/edge/connection-share.ts`, 'open.of(place) >= most', 'open.of(place) < 0'],
    ['gateway/e2e/slow-clients.spec.ts', 'S14 connections beyond the share'],
  ),
  atTheDoor(
    'S34',
    'headers-of-bad-requests',
    [`${gateway}/edge/raw-answers.ts`, '...securityHeaders(paymentOrigin),', ''],
    ['gateway/e2e/raw-answers.spec.ts', 'S34 what is not HTTP is answered'],
  ),
  atTheDoor(
    'S35',
    'one-host',
    [
      `${gateway}/edge/named-host.ts`,
      'hostHeaders(raw.rawHeaders) === 1',
      'hostHeaders(raw.rawHeaders) >= 0',
    ],
    ['gateway/e2e/raw-answers.spec.ts', 'S35 a request with two hosts is refused'],
  ),
  atTheDoor(
    'S15',
    'status-after-the-password',
    [`${signIn}/credential.check.ts`, 'if (!candidate || !right) {', 'if (!candidate) {'],
    ['gateway/e2e/session.spec.ts', 'S15 demo.locked learns why'],
  ),
  atTheDoor(
    'S26',
    'fields-hold-text',
    [
      'proto/src/criteria/definition.ts',
      "z.regex(/^[^\\u0000-\\u001f\\u007f]*$/, 'forms:invalidCharacters')",
      'z.regex(/^/)',
    ],
    ['gateway/e2e/bad-input.spec.ts', 'searchByName S26 refuses'],
  ),
  atTheDoor(
    'S26',
    'bodies-are-bounded',
    [`${gateway}/edge/limits.ts`, 'bodyLimit = 256 * 1024', 'bodyLimit = 256 * 1024 * 1024'],
    ['gateway/e2e/edge.spec.ts', 'S26 the browser log accepts an entry'],
  ),
  atTheDoor(
    'S33',
    'faults-of-the-asker',
    [
      `${gateway}/answers/refusal.filter.ts`,
      "codesByStatus.get(status) ?? (status >= 400 && status < 500 ? 'INVALID_INPUT' : undefined)",
      'undefined',
    ],
    ['gateway/e2e/security.spec.ts', 'S33 answers the body'],
  ),
  atTheDoor(
    'S33',
    'no-inner-detail',
    [
      `${gateway}/answers/refusal.filter.ts`,
      'message: text(message),',
      'message: `${text(message)} ${error instanceof Error ? error.stack : ""}`,',
    ],
    ['gateway/e2e/edge.spec.ts', 'S33 a body that is not a JSON object'],
  ),
  atTheDoor(
    'S34',
    'transport-security',
    [`${gateway}/edge/security-headers.ts`, 'includeSubDomains: true', 'includeSubDomains: false'],
    ['gateway/e2e/edge.spec.ts', 'S34 every answer has'],
  ),
  atTheDoor(
    'S34',
    'answers-are-not-kept',
    [`${gateway}/edge/security-headers.ts`, "void reply.header('cache-control', 'no-store');", ''],
    ['gateway/e2e/security.spec.ts', 'S34 sends the security headers to a client'],
  ),
  atTheDoor(
    'S34',
    'not-kept-by-its-route',
    [
      `${gateway}/edge/security-headers.ts`,
      'isOfApi(request) &&',
      "request.url.startsWith('/LandShark/api/') &&",
    ],
    ['gateway/e2e/written-otherwise.spec.ts', 'S9 S34 a client without a session is asked to sign in'],
  ),
  atTheDoor(
    'S35',
    'no-other-origin',
    [
      `${gateway}/edge/security-headers.ts`,
      'done(null, payload);',
      "void reply.header('access-control-allow-origin', request.headers.origin ?? '*');\n        done(null, payload);",
    ],
    ['gateway/e2e/session.spec.ts', 'S35 no other origin'],
  ),
  atTheDoor(
    'S36',
    'share-by-its-route',
    [
      `${gateway}/edge/visit.hook.ts`,
      'if (!isOfApi(request)) return undefined;',
      "if (!request.url.startsWith('/LandShark/api/')) return undefined;",
    ],
    ['gateway/e2e/written-otherwise.spec.ts', 'S36 is refused with status 429 by every route'],
  ),
  atTheDoor(
    'S36',
    'pages-are-counted',
    [
      `${gateway}/http/imaging.controller.ts`,
      'await this.limits.count(',
      'if (visit === undefined) await this.limits.count(',
    ],
    ['gateway/e2e/preview.spec.ts', 'S36 a guest who goes through page after page'],
  ),
  atTheDoor(
    'S36',
    'crawlers-stay-out',
    [`${gateway}/edge/web-files.ts`, 'Disallow: /LandShark/api/', 'Disallow:'],
    ['gateway/e2e/edge.spec.ts', 'S36 robots.txt forbids crawlers'],
  ),
  atTheDoor(
    'S40',
    'unknown-routes',
    [`${gateway}/edge/web-files.ts`, '(unknownApiPath, (request', "('/nothing/*', (request"],
    ['gateway/e2e/security.spec.ts', 'S40 answers only its own HTTP method'],
  ),
  atTheDoor(
    'S41',
    'probes-stay-inside',
    [
      'infra/src/metrics/process-http.ts',
      'server.listen(port, options.host, resolve)',
      'server.listen(port, resolve)',
    ],
    ['gateway/e2e/listening.spec.ts', 'S41 clients can reach only the portal'],
  ),
  atTheDoor(
    'S45',
    'browser-forgets',
    [`${gateway}/http/auth.controller.ts`, "void reply.header('clear-site-data', '\"storage\"');", ''],
    ['gateway/e2e/session.spec.ts', 'S45 after a sign-out'],
  ),
];
