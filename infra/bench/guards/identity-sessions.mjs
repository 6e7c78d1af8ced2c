// Guards of registrations, sessions and hashes in the identity service.
import { guard } from './guard.mjs';

const identity = 'services/identity';
const signIn = `${identity}/src/sign-in`;
const factor = `${identity}/src/second-factor`;

export default [
  guard(
    'S10',
    'registered-as-user',
    [`${identity}/src/registration/newcomer.repository.ts`, "$6, 'USER', 'P'", "$6, 'TRIMIN', 'P'"],
    [`${identity}/test/registration.spec.ts`, 'S10 cannot set a role'],
  ),
  guard(
    'S10',
    'profile-has-no-role',
    [
      `${identity}/src/profile/profile.repository.ts`,
      'UPDATE app_user SET first_name = $2',
      "UPDATE app_user SET role = 'TRIMIN', first_name = $2",
    ],
    [`${identity}/test/profile.spec.ts`, 'S10 is saved without changing role'],
  ),
  guard(
    'S11',
    'former-session-ends',
    [
      `${signIn}/sign-in.entrance.ts`,
      "await this.ender.end(rules.county, { tokenHash: hashToken(previousToken) }, 'REPLACED');",
      'hashToken(previousToken);',
    ],
    [`${identity}/test/sign-in.spec.ts`, 'S11 ends the earlier session of the browser'],
  ),
  guard(
    'S11',
    'tokens-are-long',
    ['infra/src/session-cache/token.ts', 'TOKEN_BYTES = 32', 'TOKEN_BYTES = 8'],
    [`${identity}/test/sign-in.spec.ts`, 'S11 gives a new token of 256 bits'],
  ),
  guard(
    'S11',
    'tokens-are-stored-hashed',
    ['infra/src/session-cache/token.ts', "hash('sha256', token, 'base64url')", 'token'],
    [`${identity}/test/sign-in.spec.ts`, 'S11 gives a new token of 256 bits'],
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
    [`${identity}/test/profile.spec.ts`, 'S12 can be changed'],
  ),
  guard(
    'S12',
    'copies-are-marked',
    [
      'infra/src/session-cache/session-cache.ts',
      "for (const hash of tokenHashes) pipeline.set(this.keyOf(hash), text, 'EX', MARK_SECONDS);",
    ],
    [`${identity}/test/sessions.spec.ts`, 'at the next request after sign-out'],
  ),
  guard(
    'S12',
    'deactivation-ends-sessions',
    [`${identity}/src/office/user.service.ts`, "if (status === 'I') await end('DEACTIVATED');"],
    [`${identity}/test/sessions.spec.ts`, 'at the next request after deactivation'],
  ),
  guard(
    'S12',
    'lock-ends-sessions',
    [
      `${identity}/src/office/user.service.ts`,
      "if (user.status !== 'A') await end('DEACTIVATED');",
      "if (user.status !== 'A') await Promise.resolve();",
    ],
    [`${identity}/test/sessions.spec.ts`, 'at the next request after a lock'],
  ),
  guard(
    'S12',
    'given-password-ends-sessions',
    [
      `${identity}/src/office/user.service.ts`,
      "else if (before && newHash !== undefined) await end('ENDED_BY_STAFF');",
    ],
    [`${identity}/test/sessions.spec.ts`, 'at the next request after a new password'],
  ),
  guard(
    'S12',
    'account-ends-sessions',
    [
      `${identity}/src/office/account.service.ts`,
      "if (account.status !== 'A') await this.ender.endOfAccount(tx, account.id, end);",
    ],
    [`${identity}/test/sessions.spec.ts`, 'at the next request after deactivation of the account'],
  ),
  guard(
    'S12',
    'lockout-ends-sessions',
    [
      `${identity}/src/sessions/system-lockout.ts`,
      'if (!lockoutInPlace) return;',
      'if (lockoutInPlace !== undefined) return;',
    ],
    [`${identity}/test/sessions.spec.ts`, 'at the next request after a system lockout'],
  ),
  guard(
    'S12',
    'touched-session-ends',
    [
      `${identity}/src/sessions/session.repository.ts`,
      "isOfOneUser(selector) ? 'FOR UPDATE' : 'FOR UPDATE SKIP LOCKED'",
      "'FOR UPDATE SKIP LOCKED'",
    ],
    [`${identity}/test/recovery.spec.ts`, 'S12 ends even a session that is used'],
  ),
  guard(
    'S12',
    'added-factor-ends-sessions',
    [`${factor}-setup/second-factor.writer.ts`, "await end('REPLACED');"],
    [`${identity}/test/second-factor.spec.ts`, 'S12 when added, ends all sessions that were opened without'],
  ),
  guard(
    'S14',
    'ended-tokens-are-looked-up-seldom',
    ['gateway/src/edge/visit.hook.ts', '!(await this.limits.takeLookUp(request.ip))', 'false'],
    ['gateway/test/unknown-tokens.spec.ts', 'S14 a network that has used up its limit'],
  ),
  guard(
    'S14',
    'marks-of-tokens',
    [
      'infra/src/session-cache/token.ts',
      'timingSafeEqual(mark, markOf(key, random))',
      'timingSafeEqual(mark, mark)',
    ],
    ['gateway/test/unknown-tokens.spec.ts', 'S14 a network that has used up its limit'],
  ),
  guard(
    'S14',
    'memory-of-a-hash',
    [`${identity}/src/users/password-hashing.ts`, 'memoryCost: 19_456', 'memoryCost: 8_192'],
    [`${identity}/test/passwords.spec.ts`, 'S14 passwords are stored as argon2id'],
  ),
  guard(
    'S14',
    'hashing-slots',
    [`${identity}/src/users/hashing-slots.ts`, 'this.busy < MOST_AT_ONCE', 'this.busy < 1_000'],
    [`${identity}/test/passwords.spec.ts`, 'S14 passwords are hashed a few at a time'],
  ),
  guard(
    'S14',
    'weak-hashes-are-renewed',
    [
      `${signIn}/credential.check.ts`,
      'if (weak) await this.candidates.rehash(county, candidate, await this.hashing.hash(password));',
    ],
    [
      `${identity}/test/passwords.spec.ts`,
      'S14 passwords are hashed again at the next sign-in if their stored hash uses weaker settings',
    ],
  ),
  guard(
    'S14',
    'late-turns-are-given-up',
    [
      `${identity}/src/users/hashing-slots.ts`,
      'const inTime = performance.now() - asked <= ms;',
      'const inTime = true;',
    ],
    [`${identity}/test/passwords.spec.ts`, 'S14 passwords are not checked when they have waited too long'],
  ),
  guard(
    'S15',
    'hash-for-nobody',
    [
      `${identity}/src/users/password-hashing.ts`,
      "const task = { kind: 'verify'",
      "if (stored === undefined) return { right: false, weak: false };\n    const task = { kind: 'verify'",
    ],
    [
      `${identity}/test/passwords.spec.ts`,
      'S15 a username that nobody has is refused as slowly as a wrong password',
    ],
  ),
  guard(
    'S15',
    'taken-name-answers-alike',
    [
      `${identity}/src/registration/registration.service.ts`,
      'const hash = await this.hasher.hash(password);',
      "if (await this.database.withCounty(county, (tx) => tx.row('SELECT 1 FROM app_user WHERE username_key = lower($1)', [fields.username]))) return fail('INVALID_INPUT');\n    const hash = await this.hasher.hash(password);",
    ],
    [
      `${identity}/test/registration.spec.ts`,
      'S15 the registration of a name that is taken gets the same answer',
    ],
  ),
  guard(
    'S15',
    'taken-name-stays',
    [
      `${identity}/src/registration/newcomer.writer.ts`,
      "if (known && (known.status !== 'P' || known.registeredAt === null)) return undefined;",
    ],
    [
      `${identity}/test/registration.spec.ts`,
      'S15 the registration of a name that is taken gets the same answer',
    ],
  ),
  guard(
    'S15',
    'letter-only-to-its-address',
    [
      [`${identity}/src/letters/person.repository.ts`, 'u.email_key = lower($1)', "$1 <> ''"],
      [
        `${identity}/src/letter-writing/letter.composer.ts`,
        'const { email: to, username } = person;',
        'const { username } = person;\n    const to = letter.email;',
      ],
    ],
    [
      `${identity}/test/recovery.spec.ts`,
      'S15 leads to the usual answer but to no e-mail if the username is unknown',
    ],
  ),
];
