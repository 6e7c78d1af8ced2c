// Guards of the gateway, of shared packages, and of the browser.
import { guard } from './guard.mjs';

const gateway = 'gateway/src';

export default [
  guard(
    'S9',
    'boot-names-open-routes',
    [`${gateway}/session/access.check.ts`, 'if (open.length === 0) return;', 'return;'],
    ['gateway/test/edge.spec.ts', 'S9 the gateway does not start if a route does not declare'],
  ),
  guard(
    'S11',
    'host-cookie',
    [`${gateway}/session/cookie.ts`, "request.protocol === 'https' ? '__Host-portal' : 'portal'", "'portal'"],
    ['gateway/test/cookie.spec.ts', 'S11 over TLS'],
  ),
  guard(
    'S13',
    'forged-changes',
    [`${gateway}/session/forgery.ts`, 'if (!changesState(request)) return false;', 'return false;'],
    ['gateway/test/edge.spec.ts', 'S13 a change is refused when another site'],
  ),
  guard(
    'S13',
    'forged-sign-out',
    [
      `${gateway}/session/forgery.ts`,
      "changingGets.has(request.routeOptions.url ?? '')",
      'changingGets.has("")',
    ],
    ['gateway/test/edge.spec.ts', 'S13 a GET request from another site is refused'],
  ),
  guard(
    'S14',
    'invented-tokens-are-not-looked-up',
    [`${gateway}/edge/visit.hook.ts`, "if (source === 'INVENTED' || ", 'if ('],
    ['gateway/test/unknown-tokens.spec.ts', 'S14 a network that has used up its limit'],
  ),
  guard(
    'S14',
    'places-of-searches',
    [`${gateway}/edge/route-lanes.ts`, "searches.has(url) ? 'search' : 'other'", "'other'"],
    ['gateway/test/places.spec.ts', 'S14 for purchases are used by every route that sells something'],
  ),
  guard(
    'S14',
    'late-commands-are-refused',
    ['infra/src/rpc/backlog-watch.ts', ' || this.comesTooLate(asked, watched, ahead)', ''],
    ['infra/test/backlog-watch.spec.ts', 'S14 lets fewer commands wait'],
  ),
  guard(
    'S14',
    'waiting-is-shared-by-counties',
    ['infra/src/rpc/backlog-watch.ts', 'isOfMany ? mostWaitMs / 2 : mostWaitMs', 'mostWaitMs'],
    ['infra/test/backlog-watch.spec.ts', 'S14 admits commands of another county'],
  ),
  guard(
    'S14',
    'places-of-an-address',
    [
      `${gateway}/edge/places.ts`,
      "{ holder: 'address', key: `${lane} address ${address}`, most: ofAddress },",
    ],
    ['gateway/test/places.spec.ts', 'S14 cannot all be taken by one address'],
  ),
  guard(
    'S14',
    'places-of-a-county',
    [`${gateway}/edge/places.ts`, "{ holder: 'county', key: `${lane} county ${county}`, most: ofCounty },"],
    ['gateway/test/places.spec.ts', 'S14 cannot all be taken by one county'],
  ),
  guard(
    'S14',
    'places-of-purchases',
    [
      `${gateway}/edge/places.ts`,
      "{ holder: 'all', key: lane, most: all }",
      "{ holder: 'all', key: '', most: all }",
    ],
    ['gateway/test/places.spec.ts', 'S14 include slots that stay free for purchases'],
  ),
  guard(
    'S14',
    'work-keeps-its-place',
    [`${gateway}/edge/taken-place.ts`, 'this.isClosed = true;', 'this.leave();'],
    ['gateway/test/places.spec.ts', 'S14 stays taken while work continues for a caller who hung up'],
  ),
  guard(
    'S14',
    'pipelined-places-come-back',
    [`${gateway}/edge/leave-with.ts`, "socket.once('close',", "socket.once('nothing',"],
    ['gateway/test/places.spec.ts', 'S14 is returned when the connection ends'],
  ),
  guard(
    'S16',
    'ticket-is-not-reported',
    [
      'web/src/shared/http/client-log.ts',
      "location.pathname.replace(/[\\w-]{43}$/, '…')",
      'location.pathname',
    ],
    ['web/test/registration.spec.tsx', 'S16 leaves the ticket out of the errors that the browser reports'],
  ),
  guard(
    'S26',
    'no-control-characters',
    [
      'proto/src/http/person-fields.ts',
      "/[\\u0000-\\u001f\\u007f]/.test(value) ? 'forms:invalidCharacters' : undefined",
      'undefined',
    ],
    ['proto/test/person-fields.spec.ts', 'S26 refuses control characters in a name'],
  ),
  guard(
    'S26',
    'log-escapes',
    [
      'infra/src/log/redaction.ts',
      '/[\\u007f-\\u009f\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]/g',
      '/$^/g',
    ],
    ['infra/test/log.spec.ts', 'S26 stays one harmless line'],
  ),
  guard(
    'S26',
    'browser-log-escapes',
    [
      'infra/src/log/log.ts',
      'if (more) logger[level](redact({ ...fields, ...more }), redactText(message));',
      'if (more) (logger as never as Record<symbol, { write(line: string): void }>)[Object.getOwnPropertySymbols(logger).find((each) => String(each) === "Symbol(pino.stream)") as symbol]?.write(`{"level":"${level}"} ${message}\\n`);',
    ],
    ['gateway/test/client-log.spec.ts', 'S26 has one line for each entry'],
  ),
  guard(
    'S28',
    'way-after-the-login',
    ['web/src/shared/remembered-location.ts', '/^\\/(?![/\\\\])/.test(state.from)', 'true'],
    ['web/test/session.spec.tsx', 'S28 the redirect after a login'],
  ),
  guard(
    'S32',
    'log-hides-names',
    ['infra/src/log/redaction.ts', 'isSecretName(name) ? REDACTED', 'name === "" ? REDACTED'],
    ['infra/test/log.spec.ts', 'S32 hides password at any depth'],
  ),
  guard(
    'S32',
    'log-hides-cards',
    ['infra/src/log/redaction.ts', 'return hideCardNumbers(cut, REDACTED)', 'return cut'],
    ['infra/test/log.spec.ts', 'S32 contains no card number'],
  ),
  guard(
    'S29',
    'card-numbers-anywhere',
    [
      'proto/src/card-number.ts',
      'for (let first = 0; first < groups.length; first += 1) {',
      'for (let first = 0; first < 1; first += 1) {',
    ],
    ['proto/test/card-number.spec.ts', 'S29 a card number is found in lot 12 4111'],
  ),
  guard(
    'S29',
    'ids-stay-in-the-log',
    ['proto/src/card-number.ts', "text.replace(ID, (id) => 'x'.repeat(id.length))", 'text'],
    ['infra/test/log.spec.ts', 'S29 leaves ids and checksums whole'],
  ),
  guard(
    'S29',
    'no-card-in-a-profile',
    [
      'proto/src/http/person-fields.ts',
      "holdsCardNumber(value) ? 'forms:cardNumber' : undefined",
      'undefined',
    ],
    ['proto/test/person-fields.spec.ts', 'S29 refuses a card number in every field'],
  ),
  guard(
    'S33',
    'exceptions-stay-inside',
    [
      'infra/src/rpc/answer.ts',
      "return { ok: false, code: 'UNEXPECTED' };",
      "return { ok: false, code: 'UNEXPECTED', params: { reason: String(reason) } };",
    ],
    ['infra/test/rpc.spec.ts', 'S33 answers an exception with UNEXPECTED'],
  ),
  guard(
    'S33',
    'unreadable-address',
    [`${gateway}/edge/readable-address.ts`, 'UNREADABLE_PAGE : NOWHERE;', 'UNREADABLE_PAGE : url;'],
    ['gateway/test/readable-address.spec.ts', 'S33 an API URL that cannot be decoded'],
  ),
  guard(
    'S33',
    'absolute-address',
    [`${gateway}/edge/readable-address.ts`, ' || authority.toLowerCase() !== host?.toLowerCase()', ''],
    ['gateway/test/readable-address.spec.ts', 'S33 an absolute URL'],
  ),
  guard(
    'S36',
    'share-of-a-minute',
    [`${gateway}/edge/limits.ts`, 'Math.max(1, Math.ceil(msBeforeNext / 1_000))', '0 * msBeforeNext'],
    ['gateway/test/edge.spec.ts', 'S36 a caller with too many requests in a minute is told how long to wait'],
  ),
  guard(
    'S36',
    'share-of-a-minute-of-a-network',
    [`${gateway}/edge/limits.ts`, 'const place = placeOf(address);', 'const place = address;'],
    ['gateway/test/edge.spec.ts', 'S36 all addresses of an IPv6 network share one limit'],
  ),
  guard(
    'S36',
    'share-of-pages',
    [`${gateway}/edge/reading-limits.ts`, 'if (position === 0) return;', 'if (position >= 0) return;'],
    ['gateway/test/reading-limits.spec.ts', 'S36 the limit on viewed pages lets a guest view thirty pages'],
  ),
  guard(
    'S36',
    'share-of-searches',
    [`${gateway}/http/search.controller.ts`, 'await this.limits.countSearch(visit, input);'],
    ['gateway/test/reading-limits.spec.ts', 'S36 counts every search, print and record'],
  ),
  guard(
    'S36',
    'walks-are-noticed',
    [`${gateway}/edge/reading-limits.ts`, 'if (run !== walkAfter) return;', 'if (run >= 0) return;'],
    [
      'gateway/test/reading-limits.spec.ts',
      'S36 reports one walk through the records when a user opens or searches for 199 records',
    ],
  ),
  guard(
    'S36',
    'searches-of-a-minute',
    [
      `${gateway}/edge/reading-limits.ts`,
      'if fresh[set] > 0 and known[set] + fresh[set] > tonumber(ARGV[set]) then',
      'if false then',
    ],
    ['gateway/test/reading-limits.spec.ts', 'S36 allows a user sixty searches a minute'],
  ),
  guard(
    'S36',
    'searches-of-a-day',
    [`${gateway}/edge/reading.rules.ts`, '{ things: 2_000, seconds: DAY },'],
    ['gateway/test/reading-limits.spec.ts', 'S36 allows a user two thousand searches a day'],
  ),
  guard(
    'S36',
    'share-of-a-network',
    [
      `${gateway}/edge/reading.rules.ts`,
      "const network = shares('network', truncated(placeOf(address)));",
      'const network: Allowance[] = [];',
    ],
    ['gateway/test/reading-limits.spec.ts', 'S36 the limit on viewed pages is shared by the sessions'],
  ),
  guard(
    'S36',
    'shut-without-redis',
    [
      `${gateway}/edge/reading-limits.ts`,
      "throw new Refusal(fail('SERVICE_UNAVAILABLE'));",
      'return [[0]] as never;',
    ],
    ['gateway/test/reading-limits.spec.ts', 'S36 the limit on viewed pages lets nobody view a page'],
  ),
  guard(
    'S36',
    'previews-are-coarse',
    ['services/imaging/src/preview/preview-sizes.ts', 'const finest = 130;', 'const finest = 300;'],
    ['services/imaging/test/imaging.spec.ts', 'S36 show an unpaid page at 130 dots per inch at most'],
  ),
  guard(
    'S40',
    'inventory-of-routes',
    [`${gateway}/edge/inventory.ts`, 'if (unknown.length > 0)', 'if (unknown.length > 1_000)'],
    [
      'gateway/test/inventory.spec.ts',
      'S40 a server whose routes differ from the OpenAPI document does not start',
    ],
  ),
  guard(
    'S40',
    'document-says-who',
    [`${gateway}/edge/inventory.ts`, "'x-roles': roles(access),"],
    ['gateway/test/inventory.spec.ts', 'S40 the OpenAPI document lists every route'],
  ),
  guard(
    'S41',
    'payload-of-a-call',
    [
      'infra/src/rpc/frame.ts',
      'given.length !== SIGNATURE_BYTES || !keysOfCaller.some(isSignedWith)',
      'given.length !== SIGNATURE_BYTES && !keysOfCaller.some(isSignedWith)',
    ],
    ['infra/test/rpc.spec.ts', 'S41 is refused if its payload was changed'],
  ),
  guard(
    'S41',
    'callers-are-known',
    ['infra/src/rpc/rpc-client.ts', 'if (!o.keys.holds(o.caller))', 'if (o.caller === undefined)'],
    ['infra/test/rpc.spec.ts', 'S41 cannot be made under a name for which the process has no key'],
  ),
  guard(
    'S43',
    'node-in-support',
    ['infra/local/node-version.mjs', 'const NEEDED_MAJOR = 24;', 'const NEEDED_MAJOR = 20;'],
    ['infra/test/preparation.spec.ts', 'S43 the product needs a Node'],
  ),
  guard(
    'S45',
    'kept-state-is-wiped',
    ['web/src/app/store.ts', 'wipeKept(storage);'],
    ['web/test/session.spec.tsx', 'S45 is logged out at the limit, sees a message'],
  ),
];
