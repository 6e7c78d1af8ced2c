// Guards of tickets, second factors and passwords in the identity service, and guards against guessing.
import { guard } from './guard.mjs';

const identity = 'services/identity';
const signIn = `${identity}/src/sign-in`;
const factor = `${identity}/src/second-factor`;

export default [
  guard(
    'S16',
    'ticket-used-once',
    [
      `${identity}/src/tickets/ticket.repository.ts`,
      'AND used_at IS NULL AND expires_at >',
      'AND expires_at >',
    ],
    [`${identity}/test/recovery.spec.ts`, 'S16 has a link that works once'],
  ),
  guard(
    'S16',
    'ticket-lives-an-hour',
    [
      `${identity}/src/tickets/ticket.rules.ts`,
      'Math.min(emaileExpireIn * HOUR, LONGEST_PASSWORD_MS)',
      'emaileExpireIn * HOUR',
    ],
    [`${identity}/test/letters.spec.ts`, 'S16 a link for a new password works for an hour'],
  ),
  guard(
    'S16',
    'reset-ends-sessions',
    [`${identity}/src/recovery/password-reset.writer.ts`, "await end('REPLACED');"],
    [`${identity}/test/recovery.spec.ts`, 'S12 S16 ends the sessions of the user when it is replaced'],
  ),
  guard(
    'S16',
    'tickets-are-stored-hashed',
    [`${identity}/src/tickets/ticket.repository.ts`, 'ticketHash: hashToken(ticket),', 'ticketHash: ticket,'],
    [`${identity}/test/registration.spec.ts`, 'S16 the ticket of a registration is stored as its hash only'],
  ),
  guard(
    'S16',
    'registration-ticket-used-once',
    [
      `${identity}/src/tickets/ticket.repository.ts`,
      'AND used_at IS NULL AND expires_at >',
      'AND expires_at >',
    ],
    [`${identity}/test/registration.spec.ts`, 'S16 the ticket of a registration works once'],
  ),
  guard(
    'S16',
    'ticket-runs-out',
    [
      `${identity}/src/tickets/ticket.repository.ts`,
      'AND expires_at > $3',
      'AND $3::timestamptz IS NOT NULL',
    ],
    [
      `${identity}/test/registration.spec.ts`,
      'S16 the ticket of a registration expires after the hours that the county sets',
    ],
  ),
  guard(
    'S16',
    'new-ticket-ends-the-old',
    [
      `${identity}/src/tickets/ticket.repository.ts`,
      'purpose = $2 AND used_at IS NULL) OR',
      'purpose = $2 AND used_at IS NULL AND false) OR',
    ],
    [`${identity}/test/recovery.spec.ts`, 'S16 has a link that works for an hour at most'],
  ),
  guard(
    'S16',
    'disputed-registration',
    [
      `${identity}/src/registration/registration.completion.ts`,
      'if (waiting?.disputed) {',
      'if (waiting?.disputed === null) {',
    ],
    [`${identity}/test/registration.spec.ts`, 'S16 the ticket of a registration works only with'],
  ),
  guard(
    'S16',
    'given-password-ends-links',
    [`${identity}/src/users/password.store.ts`, 'await this.endLinks(tx, user);'],
    [
      `${identity}/test/recovery.spec.ts`,
      'S16 has a link that stops working when staff changes the password or the e-mail address',
    ],
  ),
  guard(
    'S16',
    'given-address-ends-links',
    [`${identity}/src/office/user.service.ts`, 'if (moved) await this.passwords.endLinks(tx, user.id);'],
    [
      `${identity}/test/recovery.spec.ts`,
      'S16 has a link that stops working when staff changes the password or the e-mail address',
    ],
  ),
  guard(
    'S17',
    'budgets-per-kind',
    [
      [
        `${identity}/src/registration/door.throttle.ts`,
        "kind === 'PASSWORD' ? username.toLowerCase() : ''",
        "''",
      ],
      [`${identity}/src/registration/door.throttle.ts`, "return 'SPARE';", "return 'DROP';"],
    ],
    [`${identity}/test/recovery.spec.ts`, 'S17 leads to an e-mail for the user, even after strangers'],
  ),
  guard(
    'S17',
    'a-link-that-works',
    [
      `${identity}/src/registration/door.throttle.ts`,
      "if (kind === 'PASSWORD') return 'SPARE';",
      "if (kind === 'PASSWORD') return 'DROP';",
    ],
    [`${identity}/test/recovery.spec.ts`, 'S17 leads to more than five e-mails an hour'],
  ),
  guard(
    'S17',
    'first-of-a-place',
    [`${identity}/src/registration/door.throttle.ts`, "=== 0 ? 'SEND' : 'DROP'", "=== 0 ? 'DROP' : 'DROP'"],
    [`${identity}/test/registration.spec.ts`, 'S17 still sends a newcomer the e-mail'],
  ),
  guard(
    'S17',
    'few-taken-names',
    [
      `${identity}/src/letter-writing/letter.composer.ts`,
      'await this.throttle.noteTaken(door.county, letter.place);',
      ';',
    ],
    [`${identity}/test/registration.spec.ts`, 'S17 makes the portal refuse all registrations from a network'],
  ),
  guard(
    'S26',
    'letters-say-no-own-words',
    [
      `${identity}/src/letters/person.repository.ts`,
      'confirmed || !registered',
      'true || confirmed || registered',
    ],
    [`${identity}/test/recovery.spec.ts`, 'S26 is mailed to an unconfirmed address only if'],
  ),
  guard(
    'S38',
    'proof-lasts-five-minutes',
    [
      'gateway/src/session/access.guard.ts',
      "if (stepUp === 'PROVE' && !this.isFresh(session)) return refuse('PROOF_NEEDED');",
      '',
    ],
    [
      'gateway/test/step-up.spec.ts',
      'S38 needs a new proof of identity if the last one is more than five minutes old',
    ],
  ),
  guard(
    'S38',
    'staff-changes-declare-proof',
    ['gateway/src/session/access.check.ts', 'if (silent.length === 0) return;', 'return;'],
    ['gateway/test/step-up.spec.ts', 'S38 a staff route that does not declare whether it needs a proof'],
  ),
  guard(
    'S38',
    'wrong-proof-proves-nothing',
    [`${identity}/src/profile/step-up.service.ts`, 'if (!proved.ok) return proved;', ''],
    [`${identity}/test/step-up.spec.ts`, 'S38 is not given by a wrong password'],
  ),
  guard(
    'S17',
    'guesses-of-a-proof-wait',
    [`${signIn}/credential.check.ts`, 'if (seconds > 0) return wait(seconds);', ';'],
    [`${identity}/test/step-up.spec.ts`, 'S17 is protected against guessing codes'],
  ),
  guard(
    'S38',
    'new-address-waits',
    [
      `${identity}/src/profile/profile.repository.ts`,
      'zip = $8, new_email = $9',
      'zip = $8, new_email = $9, email = $9',
    ],
    [`${identity}/test/profile.spec.ts`, 'S38 gets the new e-mail address when the mailed link is used'],
  ),
  guard(
    'S17',
    'guesses-wait',
    [`${signIn}/credential.check.ts`, "if (seconds > 0) return fail('TOO_MANY_REQUESTS', { seconds });"],
    [`${identity}/test/sign-in.spec.ts`, 'S17 the guessing of passwords is slowed down after five'],
  ),
  guard(
    'S17',
    'never-open-without-redis',
    [
      `${signIn}/sign-in.throttle.ts`,
      "throw new RpcFailure('identity.sign-in.v1', { ok: false, code: 'SERVICE_UNAVAILABLE' });",
      'return [] as never;',
    ],
    [`${identity}/test/throttle.spec.ts`, 'S17 passwords are not checked while Redis cannot be reached'],
  ),
  guard(
    'S17',
    'no-lock-from-strange-places',
    [`${signIn}/sign-in.rules.ts`, '(candidate.knownHere || !candidate.knownAnywhere)', 'true'],
    [
      `${identity}/test/rules.spec.ts`,
      'a wrong password does not count toward a lock if it comes from a strange network',
    ],
  ),
  guard(
    'S17',
    'provider-is-never-locked',
    [`${signIn}/sign-in.rules.ts`, '!neverLocked.includes(candidate.role) &&'],
    [`${identity}/test/rules.spec.ts`, 'a wrong password does not count toward the lock of a TRIMIN user'],
  ),
  guard(
    'S17',
    'codes-count',
    [
      `${signIn}/credential.check.ts`,
      "if (codeFault === 'WRONG_CODE') {\n      await this.throttle.noteFailure(visitor);",
      "if (codeFault === 'WRONG_CODE') {",
    ],
    [`${identity}/test/second-factor.spec.ts`, 'S17 slows down guesses of a code'],
  ),
  guard(
    'S17',
    'hundred-a-day',
    [`${signIn}/sign-in.throttle.ts`, '[this.place, visitor.place],'],
    [`${identity}/test/sign-in.spec.ts`, 'S17 the guessing of passwords is stopped at a hundred wrong'],
  ),
  guard(
    'S17',
    'strangers-stop',
    [
      `${signIn}/sign-in.throttle.ts`,
      'return visitor.known ? counters : [...counters, [this.strangers, nameKey(visitor)]];',
      'return counters;',
    ],
    [`${identity}/test/throttle.spec.ts`, 'S17 guesses at one name from many unknown networks are stopped'],
  ),
  guard(
    'S17',
    'guesses-at-once',
    [`${identity}/src/users/hashing-slots.ts`, 'this.busy < MOST_AT_ONCE', 'this.busy < 1_000'],
    [
      `${identity}/test/sign-in.spec.ts`,
      'S17 the guessing of passwords gets no additional attempts through simultaneous sign-ins',
    ],
  ),
  guard(
    'S17',
    'network-is-one-place',
    [
      'infra/src/client-address/client-address.ts',
      "`${groupsOf(plain).slice(0, NETWORK_GROUPS).join(':')}::/64`",
      'plain',
    ],
    [
      `${identity}/test/sign-in.spec.ts`,
      'S17 the guessing of passwords is counted for the whole IPv6 network',
    ],
  ),
  guard(
    'S17',
    'lock-is-the-county-rule',
    [`${signIn}/sign-in.rules.ts`, 'rule.limitLoginAttempts &&'],
    [`${identity}/test/sign-in.spec.ts`, 'S17 the status L is not set when the county sets no limit'],
  ),
  guard(
    'S17',
    'known-place-goes-on',
    [`${signIn}/sign-in.rules.ts`, '(candidate.knownHere || !candidate.knownAnywhere)', 'true'],
    [`${identity}/test/sign-in.spec.ts`, 'S17 the status L is not set by guesses from an unknown network'],
  ),
  guard(
    'S17',
    'guesses-of-a-change-wait',
    [`${signIn}/credential.check.ts`, "if (seconds > 0) return fail('TOO_MANY_REQUESTS', { seconds });"],
    [`${identity}/test/profile.spec.ts`, 'S17 is protected against guessing in the same way'],
  ),
  guard(
    'S26',
    'letters-escape',
    [
      `${identity}/src/letters/letter.text.ts`,
      'text.replace(/[&<>"\']/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`)',
      'text',
    ],
    [`${identity}/test/letters.spec.ts`, 'S26 contains what people typed only as text'],
  ),
  guard(
    'S38',
    'code-used-once',
    [
      `${factor}/second-factor.repository.ts`,
      'WHERE user_id = $1 AND last_step < $2',
      'WHERE user_id = $1 AND 0 < $2',
    ],
    [`${identity}/test/second-factor.spec.ts`, 'S38 accepts each code once'],
  ),
  guard(
    'S38',
    'code-is-needed',
    [`${signIn}/sign-in.service.ts`, 'this.credentials.checkWithCode(', 'this.credentials.check('],
    [`${identity}/test/second-factor.spec.ts`, 'S38 requires a code at each sign-in'],
  ),
  guard(
    'S39',
    'staff-length',
    [`${identity}/src/users/user.rules.ts`, 'length < PASSWORD_LEAST.staff', 'length < 8'],
    [`${identity}/test/recovery.spec.ts`, 'S39 of staff can be replaced only by one of at least twelve'],
  ),
  guard(
    'S39',
    'guessed-passwords',
    [
      `${identity}/src/users/user.rules.ts`,
      "? 'forms:passwordGuessed' : undefined",
      '? undefined : undefined',
    ],
    [
      `${identity}/test/profile.spec.ts`,
      'S39 is refused with a message at its field when it is a common password',
    ],
  ),
  guard(
    'S39',
    'passwords-by-staff',
    [
      `${identity}/src/office/user.service.ts`,
      "if (fault && actor.role !== 'SYSTEM') return fail('INVALID_INPUT', undefined, { password: fault });",
    ],
    [`${identity}/test/users.spec.ts`, 'S39 refuses a password'],
  ),
  guard(
    'S39',
    'passwords-of-newcomers',
    [
      `${identity}/src/registration/registration.service.ts`,
      "if (fault) return fail('INVALID_INPUT', undefined, { password: fault });",
    ],
    [
      `${identity}/test/registration.spec.ts`,
      'S39 is refused with an error at the field if the password is common or the',
    ],
  ),
  guard(
    'S39',
    'passwords-by-link',
    [
      `${identity}/src/recovery/password-reset.service.ts`,
      "if (fault) return fail('INVALID_INPUT', undefined, { password: fault });",
    ],
    [
      `${identity}/test/recovery.spec.ts`,
      'S39 can be replaced through the same link after the rules have refused a new password',
    ],
  ),
  guard(
    'S39',
    'common-passwords',
    [`${identity}/src/users/user.rules.ts`, 'isCommon(lower) ||'],
    [
      `${identity}/test/profile.spec.ts`,
      'S39 is refused with a message at its field when it is a common password',
    ],
  ),
];
