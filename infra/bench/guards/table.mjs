/**
 * The guards of the front door, and the test that must fail when one is taken out (money-security-reliability.md 3.2).
 * `edits` take the guard out of the sources; those of a guard with `http` also stand in the build as they are written
 * here, because a product is started from it.
 */
const identity = 'services/identity';
const signIn = `${identity}/src/sign-in`;
const factor = `${identity}/src/second-factor`;
const gateway = 'gateway/src';

const guard = (line, name, [file, from, to = ''], [test, title]) => ({
  line,
  name,
  edits: [{ file, from, to }],
  test,
  title,
});
/** Over HTTP, against a product that was started without it. */
const atTheDoor = (...parts) => ({ ...guard(...parts), http: true });

export const guards = [
  guard(
    'S9',
    'boot-names-open-routes',
    [`${gateway}/session/access.check.ts`, 'if (open.length === 0) return;', 'return;'],
    ['gateway/test/edge.spec.ts', 'S9 a route that does not say'],
  ),
  atTheDoor(
    'S9',
    'roles-of-routes',
    [
      `${gateway}/session/access.guard.ts`,
      "return access.roles.includes(session.user.role) || refuse('NOT_FOUND');",
      'return true;',
    ],
    ['gateway/e2e/access.spec.ts', 'S9 GUEST reaches exactly'],
  ),
  guard(
    'S10',
    'registered-as-user',
    [`${identity}/src/registration/newcomer.repository.ts`, "$6, 'USER', 'P'", "$6, 'TRIMIN', 'P'"],
    [`${identity}/test/registration.spec.ts`, 'S10 brings no role'],
  ),
  guard(
    'S11',
    'host-cookie',
    [`${gateway}/session/cookie.ts`, "request.protocol === 'https' ? '__Host-portal' : 'portal'", "'portal'"],
    ['gateway/test/cookie.spec.ts', 'S11 over TLS'],
  ),
  guard(
    'S11',
    'former-session-ends',
    [
      `${signIn}/sign-in.service.ts`,
      "await this.ender.end(rules.county, { tokenHash: hashToken(previousToken) }, 'REPLACED');",
      'hashToken(previousToken);',
    ],
    [`${identity}/test/sign-in.spec.ts`, 'S11 ends the session that the browser had before'],
  ),
  guard(
    'S12',
    'idle-session-ends',
    [
      `${identity}/src/sessions/session.rules.ts`,
      "return limitsOf(session, rules.userAccess).expiresAt <= now ? 'EXPIRED' : undefined;",
      'return limitsOf(session, rules.userAccess).expiresAt <= session.createdAt ? "EXPIRED" : undefined;',
    ],
    [`${identity}/test/sessions.spec.ts`, 'S12 ends a session after the minutes'],
  ),
  guard(
    'S12',
    'new-password-ends-sessions',
    [`${identity}/src/profile/password-change.writer.ts`, "await end('REPLACED');"],
    [`${identity}/test/profile.spec.ts`, 'S12 is changed; the other sessions of the user end'],
  ),
  guard(
    'S13',
    'forged-changes',
    [`${gateway}/session/forgery.ts`, 'if (!changesState(request)) return false;', 'return false;'],
    ['gateway/test/edge.spec.ts', 'S13 a change that another site asks for'],
  ),
  guard(
    'S13',
    'forged-sign-out',
    [`${gateway}/session/forgery.ts`, "new Set(['/LandShark/api/auth/logout'])", 'new Set<string>()'],
    ['gateway/test/edge.spec.ts', 'S13 reading is never forged'],
  ),
  guard(
    'S14',
    'memory-of-a-hash',
    [`${identity}/src/users/password-hashing.ts`, 'memoryCost: 19_456', 'memoryCost: 8_192'],
    [`${identity}/test/passwords.spec.ts`, 'S14 passwords are stored as argon2id'],
  ),
  guard(
    'S14',
    'sign-in-door',
    [`${gateway}/edge/sign-in-door.ts`, 'this.inside >= Math.floor(this.allowed)', 'this.inside >= 1_000'],
    ['gateway/test/sign-in-door.spec.ts', 'S14 is let in up to a bound'],
  ),
  guard(
    'S14',
    'hashing-slots',
    [`${identity}/src/users/hashing-slots.ts`, 'this.busy < MOST_AT_ONCE', 'this.busy < 1_000'],
    [`${identity}/test/passwords.spec.ts`, 'S14 passwords are hashed a few at a time'],
  ),
  guard(
    'S15',
    'hash-for-nobody',
    [
      `${identity}/src/users/password-hashing.ts`,
      "const task = { kind: 'verify'",
      "if (stored === undefined) return { right: false, weak: false };\n    const task = { kind: 'verify'",
    ],
    [`${identity}/test/passwords.spec.ts`, 'S15 a name that nobody has takes the time'],
  ),
  guard(
    'S16',
    'ticket-used-once',
    [
      `${identity}/src/tickets/ticket.repository.ts`,
      'AND used_at IS NULL AND expires_at >',
      'AND expires_at >',
    ],
    [`${identity}/test/recovery.spec.ts`, 'S16 the link works once'],
  ),
  guard(
    'S16',
    'ticket-lives-an-hour',
    [
      `${identity}/src/tickets/ticket.rules.ts`,
      'Math.min(emailExpireIn * HOUR, LONGEST_PASSWORD_MS)',
      'emailExpireIn * HOUR',
    ],
    [`${identity}/test/letters.spec.ts`, 'S16 a link for a password lives an hour'],
  ),
  guard(
    'S16',
    'reset-ends-sessions',
    [`${identity}/src/recovery/password-reset.writer.ts`, "await end('REPLACED');"],
    [`${identity}/test/recovery.spec.ts`, 'S12 S16 its replacement ends the sessions'],
  ),
  guard(
    'S17',
    'guesses-wait',
    [`${signIn}/credential.check.ts`, "if (seconds > 0) return fail('TOO_MANY_REQUESTS', { seconds });"],
    [`${identity}/test/sign-in.spec.ts`, 'S17 guessing is slowed down after five'],
  ),
  guard(
    'S17',
    'never-open-without-redis',
    [
      `${signIn}/sign-in.throttle.ts`,
      "throw new RpcFailure('identity.sign-in.v1', { ok: false, code: 'SERVICE_UNAVAILABLE' });",
      'return [] as never;',
    ],
    [`${identity}/test/throttle.spec.ts`, 'S17 without Redis nobody'],
  ),
  guard(
    'S17',
    'no-lock-from-strange-places',
    [`${signIn}/sign-in.rules.ts`, '(candidate.knownHere || !candidate.knownAnywhere)', 'true'],
    [`${identity}/test/rules.spec.ts`, 'S17 a wrong password does not count from a strange place'],
  ),
  guard(
    'S17',
    'provider-is-never-locked',
    [`${signIn}/sign-in.rules.ts`, "candidate.role !== 'TRIMIN' &&"],
    [`${identity}/test/rules.spec.ts`, 'S17 a wrong password does not count for the provider'],
  ),
  guard(
    'S17',
    'codes-count',
    [
      `${signIn}/credential.check.ts`,
      "if (codeFault === 'WRONG_CODE') {\n      await this.throttle.noteFailure(visitor);",
      "if (codeFault === 'WRONG_CODE') {",
    ],
    [`${identity}/test/second-factor.spec.ts`, 'S17 guesses of a code'],
  ),
  guard(
    'S26',
    'letters-escape',
    [
      `${identity}/src/letters/letter.text.ts`,
      'text.replace(/[&<>"\']/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`)',
      'text',
    ],
    [`${identity}/test/letters.spec.ts`, 'S26 holds what people typed as text'],
  ),
  guard(
    'S26',
    'no-control-characters',
    [
      'proto/src/http/people.ts',
      "/[\\u0000-\\u001f\\u007f]/.test(value) ? 'forms:invalidCharacters' : undefined",
      'undefined',
    ],
    ['proto/test/people.spec.ts', 'S26 control characters are no part'],
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
    'S28',
    'way-after-the-login',
    ['web/src/shared/remembered-location.ts', '/^\\/(?![/\\\\])/.test(state.from)', 'true'],
    ['web/test/session.spec.tsx', 'S28 the way after a login'],
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
    ['infra/src/log/redaction.ts', "passesLuhn(digits.replace(/[ -]/g, '')) ? REDACTED : digits", 'digits'],
    ['infra/test/log.spec.ts', 'S32 holds no card number'],
  ),
  guard(
    'S33',
    'exceptions-stay-inside',
    [
      'infra/src/rpc/answer.ts',
      "return writeFailure(id, { ok: false, code: 'UNEXPECTED' });",
      "return writeFailure(id, { ok: false, code: 'UNEXPECTED', params: { reason: String(reason) } });",
    ],
    ['infra/test/rpc.spec.ts', 'S33 an exception is answered UNEXPECTED'],
  ),
  atTheDoor(
    'S34',
    'transport-security',
    [`${gateway}/edge/security-headers.ts`, 'includeSubDomains: true', 'includeSubDomains: false'],
    ['gateway/e2e/edge.spec.ts', 'S34 every answer carries'],
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
  guard(
    'S36',
    'share-of-a-minute',
    [`${gateway}/edge/limits.ts`, 'Math.max(1, Math.ceil(msBeforeNext / 1_000))', '0 * msBeforeNext'],
    ['gateway/test/edge.spec.ts', 'S36 who asks more than the share'],
  ),
  guard(
    'S36',
    'share-of-pages',
    [`${gateway}/edge/reading-limits.ts`, 'if (longest === 0) return;', 'if (longest >= 0) return;'],
    ['gateway/test/reading-limits.spec.ts', 'S36 looking at pages a guest sees thirty pages'],
  ),
  guard(
    'S36',
    'share-of-searches',
    [`${gateway}/http/search.controller.ts`, 'await this.limits.countSearch(visit, input);'],
    ['gateway/test/reading-limits.spec.ts', 'S36 every search, its file'],
  ),
  guard(
    'S36',
    'walks-are-noticed',
    [`${gateway}/edge/reading-limits.ts`, 'if (run !== walkAfter) return;', 'if (run >= 0) return;'],
    ['gateway/test/reading-limits.spec.ts', 'S36 whoever opens record after record'],
  ),
  guard(
    'S38',
    'code-used-once',
    [
      `${factor}/second-factor.repository.ts`,
      'WHERE user_id = $1 AND last_step < $2',
      'WHERE user_id = $1 AND 0 < $2',
    ],
    [`${identity}/test/second-factor.spec.ts`, 'S38 a code is used once'],
  ),
  guard(
    'S38',
    'code-is-needed',
    [`${signIn}/sign-in.service.ts`, 'this.credentials.checkWithCode(', 'this.credentials.check('],
    [`${identity}/test/second-factor.spec.ts`, 'S38 add a second factor'],
  ),
  guard(
    'S39',
    'staff-length',
    [`${identity}/src/users/user.rules.ts`, 'length < STAFF_PASSWORD', 'length < 8'],
    [`${identity}/test/recovery.spec.ts`, 'S39 staff needs twelve characters'],
  ),
  guard(
    'S39',
    'guessed-passwords',
    [
      `${identity}/src/users/user.rules.ts`,
      "? 'forms:passwordGuessed' : undefined",
      '? undefined : undefined',
    ],
    [`${identity}/test/profile.spec.ts`, 'S39 that is common or the own name'],
  ),
  guard(
    'S40',
    'inventory-of-routes',
    [`${gateway}/edge/inventory.ts`, 'if (unknown.length > 0)', 'if (unknown.length > 1_000)'],
    ['gateway/test/inventory.spec.ts', 'S40 a server that answers more or less'],
  ),
  atTheDoor(
    'S41',
    'probes-stay-inside',
    [
      'infra/src/metrics/process-http.ts',
      'server.listen(port, options.host, resolve)',
      'server.listen(port, resolve)',
    ],
    ['gateway/e2e/listening.spec.ts', 'S41 the portal is reached'],
  ),
  guard(
    'S41',
    'signature-of-a-call',
    [
      'infra/src/rpc/frame.ts',
      'given.length !== SIGNATURE_BYTES || !timingSafeEqual(given, expected)',
      'given.length !== SIGNATURE_BYTES && !timingSafeEqual(given, expected)',
    ],
    ['infra/test/rpc.spec.ts', 'S41 a frame signed with another secret'],
  ),
  atTheDoor(
    'S45',
    'browser-forgets',
    [`${gateway}/http/auth.controller.ts`, "void reply.header('clear-site-data', '\"storage\"');", ''],
    ['gateway/e2e/session.spec.ts', 'S45 after a sign-out'],
  ),
];

/** @throws Error for a name that no guard has */
export function guardNamed(name) {
  const found = guards.find((each) => each.name === name);
  if (!found)
    throw new Error(`there is no guard "${name}"; they are ${guards.map((each) => each.name).join(', ')}`);
  return found;
}
