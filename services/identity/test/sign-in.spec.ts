import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { hashToken } from '@portal/infra/session-cache';
import { openSession, saveAccount, setUserStatus, signInGuest } from '@portal/proto/rpc/identity';
import { CredentialCheck } from '../src/sign-in/credential.check.js';
import { SignInThrottle } from '../src/sign-in/sign-in.throttle.js';
import { MOST_AT_ONCE } from '../src/users/hashing-slots.js';
import { addUser, codeOf, PASSWORD, startStack, testAccount, valueOf, visitor, type Stack } from './stack.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.configure('lake', 'languages', { languages: true, draftLanguages: true });
  await addUser(stack);
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => stack.close());

const open = (token: string, county = 'lake') =>
  stack.value(openSession, { tokenHash: hashToken(token) }, visitor(county));

const statusOf = async (id: string): Promise<string | undefined> =>
  (
    await stack.tables.asAdmin<{ status: string }>('SELECT status FROM identity.app_user WHERE id = $1', [id])
  )[0]?.status;

/** Types wrong passwords one after the other, each from another network by default. */
const guess = async (username: string, times: number, address?: string): Promise<string[]> => {
  const codes: string[] = [];
  for (let at = 0; at < times; at += 1) {
    const from = address ?? `203.0.${at}.${(guesses += 1) % 250}`;
    codes.push(codeOf(await stack.signIn({ username, password: `wrong ${at}`, address: from })));
  }
  return codes;
};
let guesses = 0;

describe('the right password', () => {
  test('opens a session that says who the user is and what the account may do', async () => {
    const { token, session } = valueOf(await stack.signIn({ language: 'RUSSIAN' }));
    expect(session.user).toMatchObject({ username: 'jane.doe', role: 'USER', language: 'RUSSIAN' });
    expect(session.actor.terms).toMatchObject({ paymentMethod: 'ESCROW', imageChargeMethod: 'PAGE' });
    expect(session.actor.account).toBe(session.user.account?.id);
    // the voucher is different in each answer
    const { voucher: _, ...actor } = session.actor;
    expect(await open(token)).toMatchObject({ user: session.user, actor });
  });

  test('A12-02 opens sessions in English until the user chooses another language, and from then on in that language', async () => {
    await addUser(stack, { username: 'first.words' });
    const spoken = async (language?: 'RUSSIAN'): Promise<string> => {
      const answer = await stack.signIn({ username: 'first.words', language });
      return valueOf(answer).session.user.language;
    };
    expect(await spoken()).toBe('ENGLISH');
    expect(await spoken('RUSSIAN')).toBe('RUSSIAN');
    expect(await spoken()).toBe('RUSSIAN');
  });

  test('A2-07 opens no session in a language that the county does not offer, and stores no such language for the user', async () => {
    await addUser(stack, { username: 'well.spoken' });
    const enter = async (language?: 'TURKISH' | 'CHAMORRO') =>
      valueOf(await stack.signIn({ username: 'well.spoken', language }));
    const { token, session } = await enter('TURKISH');
    expect(session.user.language).toBe('TURKISH');
    // Chamorro has no translations, so the earlier language stays (A12-01)
    expect((await enter('CHAMORRO')).session.user.language).toBe('TURKISH');
    await stack.configure('lake', 'languages', { languages: false, draftLanguages: true });
    expect(await open(token)).toMatchObject({ user: { language: 'ENGLISH' } });
    expect((await enter('TURKISH')).session.actor.language).toBe('ENGLISH');
    await stack.configure('lake', 'languages', { languages: true, draftLanguages: false });
    expect((await enter('TURKISH')).session.actor.language).toBe('ENGLISH');
    await stack.configure('lake', 'languages', { languages: true, draftLanguages: true });
    expect((await enter()).session.actor.language).toBe('TURKISH');
  });

  test('is accepted with a name in upper or lower case', async () => {
    expect(codeOf(await stack.signIn({ username: ' JANE.Doe ' }))).toBe('ok');
  });

  test('S11 gives a new token of 256 bits, of which only the hash is stored', async () => {
    const { token } = valueOf(await stack.signIn());
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await stack.tables.asAdmin<{ text: string }>(
      'SELECT s::text AS text FROM identity.session s',
    );
    expect(rows.some(({ text }) => text.includes(token))).toBe(false);
    expect(rows.some(({ text }) => text.includes(hashToken(token)))).toBe(true);
  });

  test('S11 ends the earlier session of the browser', async () => {
    const before = valueOf(await stack.signIn());
    const after = valueOf(await stack.signIn({ previousToken: before.token }));
    expect(after.token).not.toBe(before.token);
    expect(await open(before.token)).toBeNull();
    expect(await open(after.token)).not.toBeNull();
  });

  test('opens a session that a later failed sign-in in the same browser does not end', async () => {
    const { token } = valueOf(await stack.signIn());
    await stack.signIn({ previousToken: token, password: 'wrong' });
    expect(await open(token)).not.toBeNull();
  });
});

describe('C1-16 the status of a user', () => {
  test.each([
    ['L', 'USER_LOCKED'],
    ['I', 'USER_INACTIVE'],
    ['P', 'USER_PENDING'],
  ] as const)('%s is reported as %s to a user who knows the password', async (status, code) => {
    await addUser(stack, { username: `status.${status}`, status });
    expect(codeOf(await stack.signIn({ username: `status.${status}` }))).toBe(code);
  });

  test.each(['L', 'I', 'P'] as const)('%s is hidden from people without the password', async (status) => {
    const username = `status.${status}`;
    expect(await stack.signIn({ username, password: 'wrong' })).toEqual(
      await stack.signIn({ username: 'nobody.there' }),
    );
  });

  test('is reported as inactive if the user’s account is inactive', async () => {
    const account = testAccount({ status: 'I' });
    await stack.value(saveAccount, account);
    await addUser(stack, { username: 'of.inactive', account: account.id });
    expect(codeOf(await stack.signIn({ username: 'of.inactive' }))).toBe('USER_INACTIVE');
  });
});

describe('a name that is not valid', () => {
  test.each([
    ['nothing', ''],
    ['blanks', '  '],
    ['a NUL', 'jane\0doe'],
    ['far too long', 'x'.repeat(5000)],
    ['SQL', "' OR 1=1 --"],
    ['letters outside of ASCII', 'jänë'],
  ])('gets the same answer as a wrong password: %s', async (kind, username) => {
    const address = `198.51.${kind.length}.77`;
    expect(codeOf(await stack.signIn({ username, address }))).toBe('WRONG_CREDENTIALS');
  });
});

describe('S17 the guessing of passwords', () => {
  test('is slowed down after five wrong passwords for a name from one network, even if the next password is right', async () => {
    const user = await addUser(stack, { username: 'guessed.pair', role: 'TRIMIN' });
    const address = '198.51.100.1';
    expect(await guess(user.username, 6, address)).toEqual([
      ...Array<string>(5).fill('WRONG_CREDENTIALS'),
      'TOO_MANY_REQUESTS',
    ]);
    expect(await stack.signIn({ username: user.username, address })).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      params: { seconds: expect.any(Number) },
    });
    expect(codeOf(await stack.signIn({ username: user.username, address: '198.51.100.2' }))).toBe('ok');
  });

  test('is slowed down after five wrong passwords even for a name that does not exist', async () => {
    expect(await guess('nobody.at.all', 6, '198.51.100.3')).toContain('TOO_MANY_REQUESTS');
  });

  test('gets no additional attempts through simultaneous sign-ins, because only a few are checked at a time', async () => {
    const user = await addUser(stack, { username: 'guessed.parallel', role: 'TRIMIN' });
    const credentials = stack.running.get(CredentialCheck);
    const check = credentials.checkWithCode.bind(credentials);
    let [underWay, most] = [0, 0];
    jest.spyOn(credentials, 'checkWithCode').mockImplementation((...asked) => {
      most = Math.max(most, (underWay += 1));
      return check(...asked).finally(() => (underWay -= 1));
    });
    const tries = Array.from({ length: 30 }, (_, at) =>
      stack.signIn({ username: user.username, password: `wrong ${at}`, address: '198.51.100.4' }),
    );
    const codes = (await Promise.all(tries)).map(codeOf);
    // a check that began before the fifth wrong password was counted may still be under way
    expect(codes.filter((code) => code === 'WRONG_CREDENTIALS').length).toBeLessThan(5 + MOST_AT_ONCE);
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS').length).toBeGreaterThan(25 - MOST_AT_ONCE);
    expect(most).toBeLessThanOrEqual(MOST_AT_ONCE);
  });

  test('is counted from zero again when the right password comes before the fifth wrong one', async () => {
    const { username } = await addUser(stack, { username: 'forgetful', role: 'TRIMIN' });
    for (let round = 0; round < 3; round += 1) {
      await guess(username, 4, '198.51.100.5');
      expect(codeOf(await stack.signIn({ username, address: '198.51.100.5' }))).toBe('ok');
    }
  });

  test('is stopped at a hundred wrong passwords a day from one network, even if they are for many names', async () => {
    const address = '198.51.100.6';
    const throttle = stack.running.get(SignInThrottle);
    for (let at = 0; at < 98; at += 1) {
      await throttle.noteFailure({ county: 'lake', username: `name.${at}`, place: address, known: false });
    }
    expect(await guess('name.98', 1, address)).toEqual(['WRONG_CREDENTIALS']);
    expect(await guess('name.99', 1, address)).toEqual(['WRONG_CREDENTIALS']);
    expect(codeOf(await stack.signIn({ address }))).toBe('TOO_MANY_REQUESTS');
    expect(codeOf(await stack.signIn({ address: '198.51.100.7' }))).toBe('ok');
  });

  test('is counted for the whole IPv6 network, whichever of its addresses the passwords come from', async () => {
    await addUser(stack, { username: 'guessed.v6', role: 'TRIMIN' });
    const codes: string[] = [];
    for (let at = 1; at <= 6; at += 1) {
      codes.push(
        codeOf(await stack.signIn({ username: 'guessed.v6', password: 'x', address: `2001:db8:1:2::${at}` })),
      );
    }
    expect(codes).toEqual([...Array<string>(5).fill('WRONG_CREDENTIALS'), 'TOO_MANY_REQUESTS']);
  });
});

describe('S17 the status L', () => {
  test('is set after as many wrong passwords as the county allows', async () => {
    await stack.configure('lake', 'userAccess', { limitLoginAttempts: true, maxloginAttempts: 3 });
    const user = await addUser(stack, { username: 'locks.at.3' });
    await guess(user.username, 2);
    expect(await statusOf(user.id)).toBe('A');
    await guess(user.username, 1);
    expect(await statusOf(user.id)).toBe('L');
    expect(codeOf(await stack.signIn({ username: user.username }))).toBe('USER_LOCKED');
  });

  test('is not set when the county sets no limit', async () => {
    await stack.configure('saipan', 'userAccess', { limitLoginAttempts: false, maxloginAttempts: 1 });
    const user = await addUser(stack, { username: 'never.locked' }, 'saipan');
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      await stack.signIn({ username: user.username, password: 'x', address }, 'saipan');
    }
    expect(codeOf(await stack.signIn({ username: user.username }, 'saipan'))).toBe('ok');
  });

  test('is not set by wrong passwords for a TRIMIN user', async () => {
    await stack.configure('lake', 'userAccess', { limitLoginAttempts: true, maxloginAttempts: 3 });
    const user = await addUser(stack, { username: 'provider.one', role: 'TRIMIN' });
    await guess(user.username, 5);
    expect(await statusOf(user.id)).toBe('A');
  });

  test('is not set by guesses from an unknown network if the user recently signed in from another network', async () => {
    const user = await addUser(stack, { username: 'known.place' });
    expect(codeOf(await stack.signIn({ username: user.username }))).toBe('ok');
    await guess(user.username, 12);
    expect(codeOf(await stack.signIn({ username: user.username }))).toBe('ok');
    await guess(user.username, 3, '192.0.2.1');
    expect(await statusOf(user.id)).toBe('L');
  });

  test('is removed, and the count of wrong passwords is reset, when staff activate the user', async () => {
    const user = await addUser(stack, { username: 'unlocked.again' });
    await guess(user.username, 3);
    expect(await statusOf(user.id)).toBe('L');
    await stack.value(setUserStatus, { user: user.id, status: 'A' });
    await guess(user.username, 2);
    expect(codeOf(await stack.signIn({ username: user.username }))).toBe('ok');
  });
});

describe('a system lockout', () => {
  test('refuses everybody except staff, with the county’s message, until it ends', async () => {
    for (const role of ['USER', 'ACCOUNT', 'GUEST', 'COUNTY', 'TRIMIN'] as const) {
      await addUser(stack, { username: `lockout.${role}`, role });
    }
    await stack.configure('lake', 'userLockout', { lockoutInPlace: true, messageLogin: 'Back at noon.' });
    const answers: unknown[] = [];
    for (const role of ['USER', 'ACCOUNT', 'GUEST', 'COUNTY', 'TRIMIN']) {
      const answer = await stack.signIn({ username: `lockout.${role}` });
      answers.push(answer.ok ? 'ok' : [answer.code, answer.params?.['message']]);
    }
    const refused = ['SYSTEM_LOCKOUT', 'Back at noon.'];
    expect(answers).toEqual([refused, refused, refused, 'ok', 'ok']);
    await stack.configure('lake', 'userLockout', { lockoutInPlace: false });
    expect(codeOf(await stack.signIn({ username: 'lockout.USER' }))).toBe('ok');
  });
});

describe('the guest of a county', () => {
  const enter = () =>
    stack.call(
      signInGuest,
      { language: 'ENGLISH', address: '192.0.2.77', previousToken: null },
      visitor('lake'),
    );

  test('signs in without a password where the county names a guest', async () => {
    expect(codeOf(await enter())).toBe('NOT_FOUND');
    await addUser(stack, { username: 'guest.user', role: 'GUEST' });
    await stack.configure('lake', 'userAccess', { guestUserName: 'guest.user' });
    const { token, session } = valueOf(await enter());
    expect(session.user.role).toBe('GUEST');
    expect(await open(token)).not.toBeNull();
  });

  test('S17 is not locked by wrong passwords, even if they come from the guest’s own network', async () => {
    await addUser(stack, { username: 'open.guest', role: 'GUEST' });
    await stack.configure('lake', 'userAccess', { guestUserName: 'open.guest', limitLoginAttempts: true });
    const { token } = valueOf(await enter());
    await stack.tables.asAdmin(
      `UPDATE identity.credential SET failures = 99
        WHERE user_id = (SELECT id FROM identity.app_user WHERE username = 'open.guest')`,
    );
    const wrong = { username: 'open.guest', password: 'Wrong-Horse!1', address: '192.0.2.77' };
    expect(codeOf(await stack.signIn(wrong))).toBe('WRONG_CREDENTIALS');
    expect(await open(token)).not.toBeNull();
    expect(codeOf(await enter())).toBe('ok');
    await stack.configure('lake', 'userAccess', { guestUserName: '' });
  });

  test('is never a user of another role, even if the county names such a user as its guest', async () => {
    await addUser(stack, { username: 'chief.clerk', role: 'COUNTY', password: 'Longer-Horse!77' });
    await stack.configure('lake', 'userAccess', { guestUserName: 'chief.clerk' });
    expect(codeOf(await enter())).toBe('NOT_FOUND');
    await stack.configure('lake', 'userAccess', { guestUserName: '' });
  });
});

describe('counties', () => {
  test('S7 know only their own users and sessions', async () => {
    const { token } = valueOf(await stack.signIn());
    expect(await open(token, 'saipan')).toBeNull();
    expect(codeOf(await stack.signIn({}, 'saipan'))).toBe('WRONG_CREDENTIALS');
    await addUser(stack, { password: 'Another-Horse!7' }, 'saipan');
    expect(codeOf(await stack.signIn({ password: 'Another-Horse!7', address: '192.0.2.9' }, 'saipan'))).toBe(
      'ok',
    );
    expect(codeOf(await stack.signIn({ password: PASSWORD }))).toBe('ok');
  });

  test('store failed sign-ins without the text that was typed as the username', async () => {
    await stack.signIn({ username: 'my-secret-password', address: '192.0.2.33' });
    const rows = await stack.tables.asAdmin<{ text: string }>(
      `SELECT payload::text AS text FROM identity.outbox WHERE type = 'identity.sign-in-failed.v1'
       UNION ALL SELECT a::text FROM identity.login_attempt a`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ text }) => text.includes('my-secret-password'))).toEqual([]);
  });
});
