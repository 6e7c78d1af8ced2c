import { describe, expect, jest, test } from '@jest/globals';
import { armFailpoints, FailpointThrew } from '@portal/infra/failpoints';
import { eventually, fillLs1 } from '@portal/infra/testing';
import { saveUser } from '@portal/proto/rpc/identity';
import { cancelLs1Migration, migrateLs1Accounts } from '@portal/proto/rpc/ls1-migration';
import { offerPasswordReset, resetPassword } from '@portal/proto/rpc/registration';
import { LetterPost } from '../src/letter-writing/letter.post.js';
import { ExchangeSessions } from '../src/ls1-migrations/exchange-sessions.js';
import { Ls1MigrationWorker } from '../src/ls1-migrations/ls1-migration.worker.js';
import { StagingRepository } from '../src/ls1-migrations/staging.repository.js';
import {
  accountNames,
  addOld,
  beginAccounts,
  clock,
  dieAt,
  inState,
  ls1,
  money,
  provider,
  stack,
  standing,
  startLs1,
  stumbled,
  usernames,
} from './ls1-steps.js';
import { ticketIn } from './people.js';
import { addUser, codeOf, PASSWORD, testUser, valueOf, visitor } from './stack.js';

startLs1();

/** Sends the e-mails that are due. */
const sendDue = (): Promise<void> => stack.running.get(LetterPost).run({ county: 'lake' });

/** Returns the tables of the service that contain the text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await stack.tables.asAdmin<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'identity'::regnamespace AND relkind = 'r'`,
  );
  const found = [];
  for (const { name } of tables)
    if (
      (await stack.tables.asAdmin(`SELECT 1 FROM identity.${name} t WHERE t::text LIKE $1`, [`%${text}%`]))
        .length
    )
      found.push(name);
  return found;
}

describe('a migration of accounts and users', () => {
  test('C8-08 replaces accounts and users of the county with those of LS1; TRIMIN users and the guest stay', async () => {
    const { searcher } = await addOld();
    await fillLs1(ls1, 20, 60);
    await addUser(stack, { username: 'other.county' }, 'saipan');
    await beginAccounts();
    const done = await inState('ACCOUNTS_USERS', 'DONE');
    expect(done).toMatchObject({ found: 80, read: 80, taken: 80, refused: 0, removed: 3, fault: null });
    const names = Array.from({ length: 60 }, (_each, at) => `former.user${at + 1}`);
    expect(await usernames()).toEqual(['carol.trimin', 'guest.user', ...names].sort());
    expect(await accountNames()).toHaveLength(21);
    expect(await accountNames()).toContain('Guests');
    const [left] = await stack.tables.asAdmin(`SELECT username FROM identity.former_user WHERE id = $1`, [
      searcher,
    ]);
    expect(left).toEqual({ username: 'old.searcher' });
    const [abroad] = await stack.tables.asAdmin(
      `SELECT count(*)::int AS users FROM identity.app_user WHERE county_id = 'saipan'`,
    );
    expect(abroad).toEqual({ users: 1 });
  });

  test('marks the monthly tasks of the accounts as done through today in the county’s time zone', async () => {
    clock.set('2026-11-01T00:30:00Z');
    await fillLs1(ls1, 1, 1);
    await beginAccounts();
    await inState('ACCOUNTS_USERS', 'DONE');
    const days = await stack.tables.asAdmin(
      `SELECT to_char(last_tasks, 'YYYY-MM-DD') AS day FROM identity.account WHERE county_id = 'lake'`,
    );
    expect(days).toEqual([{ day: '2026-10-31' }]);
  });

  test('sends an active user of LS1 a link for setting a password; the user can then sign in, and belongs to the account', async () => {
    await fillLs1(ls1, 2, 2);
    await beginAccounts();
    await inState('ACCOUNTS_USERS', 'DONE');
    clock.advance(60_000);
    await sendDue();
    await eventually(() => expect(stack.mail.to('former2@example.test')).toHaveLength(1), 20_000);
    expect(codeOf(await stack.signIn({ username: 'former.user2', password: PASSWORD }))).toBe(
      'WRONG_CREDENTIALS',
    );
    const [row] = await stack.tables.asAdmin(
      `SELECT a.name, u.role, u.status FROM identity.app_user u JOIN identity.account a ON a.id = u.account_id
        WHERE u.username = 'former.user2'`,
    );
    expect(row).toEqual({ name: 'Title Company 1', role: 'ACCOUNT', status: 'A' });

    const ticket = ticketIn(stack.mail.to('former2@example.test')[0], 'passwordReset');
    const reset = await stack.rpc.call(
      resetPassword,
      { ticket, password: PASSWORD },
      { actor: visitor('lake') },
    );
    expect(codeOf(reset)).toBe('ok');
    expect(await stack.signIn({ username: 'former.user2', password: PASSWORD })).toMatchObject({
      value: { session: { user: { role: 'ACCOUNT' } } },
    });
  });

  test('only counts rows in a dry run, and changes nothing', async () => {
    await addOld();
    await fillLs1(ls1, 5, 10);
    await ls1.run(`UPDATE people SET username = 'former.user2' WHERE user_id = 3`);
    await beginAccounts({ dryRun: true });
    const checked = await inState('ACCOUNTS_USERS', 'CHECKED');
    expect(checked).toMatchObject({ found: 15, taken: 14, refused: 1, removed: 0 });
    expect(await usernames()).toEqual(['carol.trimin', 'guest.user', 'old.county', 'old.searcher']);
  });
});

describe('a migration of many users', () => {
  test('does not delay e-mails to other users, because at most 20 e-mails a second become due for users of LS1', async () => {
    const email = 'carol@provider.test';
    await stack.value(saveUser, testUser({ username: 'carol.trimin', role: 'TRIMIN', email }));
    await stack.configure('lake', 'loginPageRegistration', { forgotPasswordLink: true });
    await fillLs1(ls1, 2, 45);
    const before = stack.mail.sent.length;
    const sent = (): number => stack.mail.sent.slice(before).filter(({ to }) => to !== email).length;
    await beginAccounts();
    await inState('ACCOUNTS_USERS', 'DONE');
    const asked = { username: 'carol.trimin', email };
    await stack.value(offerPasswordReset, { asked, address: '192.0.2.1' }, visitor());
    await eventually(() => expect(stack.mail.to(email)).toHaveLength(1), 20_000);
    expect(sent()).toBeLessThanOrEqual(1);
    clock.advance(1_000);
    await sendDue();
    await eventually(() => expect(sent()).toBeGreaterThanOrEqual(19), 20_000);
    expect(sent()).toBeLessThanOrEqual(21);
    clock.advance(60_000);
    await sendDue();
    // two of the 45 users are inactive
    await eventually(() => expect(sent()).toBe(43), 20_000);
  });

  test('does not delay other events, because events about users of LS1 are sent in batches of 100 with pauses', async () => {
    await addOld();
    await fillLs1(ls1, 50, 250);
    const told: number[] = [];
    armFailpoints((name) => {
      if (name === 'ls1-told') told.push(performance.now());
      return undefined;
    });
    await beginAccounts();
    await inState('ACCOUNTS_USERS', 'DONE');
    const rests = told.slice(1).map((at, nth) => at - (told[nth] ?? 0));
    expect(rests).toHaveLength(3);
    for (const rest of rests) expect(rest).toBeGreaterThan(245);
  });
});

describe('a migration in progress', () => {
  test('keeps the old users if it is killed halfway; another process then completes it and adds each user once', async () => {
    await addOld();
    await fillLs1(ls1, 20, 1_100);
    // the process stops after the first batch of users has been read
    const process = dieAt('ls1-staged', 3);
    await beginAccounts();
    await process.died;
    expect(await usernames()).toEqual(['carol.trimin', 'guest.user', 'old.county', 'old.searcher']);
    const done = await inState('ACCOUNTS_USERS', 'DONE');
    expect(done).toMatchObject({ read: 1_120, taken: 1_120, refused: 0 });
    expect(await usernames()).toHaveLength(1_102);
    process.wakeUp();
  }, 60_000);

  test('replaces either all users or none if it is killed during the replacement', async () => {
    await addOld();
    await fillLs1(ls1, 3, 5);
    armFailpoints((name) =>
      name === 'ls1-exchanging' ? Promise.reject(new FailpointThrew(name)) : undefined,
    );
    await beginAccounts();
    await eventually(async () => {
      await stack.running.get(Ls1MigrationWorker).work('lake');
      expect((await standing('ACCOUNTS_USERS'))?.fault).toBe('UNEXPECTED');
    }, 20_000);
    expect(await usernames()).toEqual(['carol.trimin', 'guest.user', 'old.county', 'old.searcher']);
    armFailpoints(undefined);
    clock.advance(60_000);
    await inState('ACCOUNTS_USERS', 'DONE');
    expect(await usernames()).toHaveLength(7);
  });

  test('reports that the source stopped answering, waits, and then resumes at the same point', async () => {
    await fillLs1(ls1, 20, 10);
    let lost = false;
    armFailpoints((name) => {
      if (name !== 'ls1-staged' || lost) return undefined;
      lost = true;
      return ls1.dropConnections();
    });
    await beginAccounts();
    await eventually(
      async () => expect((await standing('ACCOUNTS_USERS'))?.fault).toBe('BROKEN_OFF'),
      20_000,
    );
    clock.advance(60_000);
    expect(await inState('ACCOUNTS_USERS', 'DONE')).toMatchObject({ taken: 30, fault: null });
  });

  test('signs users out 30 seconds before it replaces them, so that their last purchases have ended by then', async () => {
    await addOld();
    valueOf(await stack.signIn({ username: 'old.searcher' }));
    await fillLs1(ls1, 2, 3);
    await beginAccounts();
    await eventually(
      async () => expect((await standing('ACCOUNTS_USERS'))?.fault).toBe('PEOPLE_SIGN_IN'),
      20_000,
    );
    expect(await usernames()).toContain('old.searcher');
    clock.advance(30_000);
    await inState('ACCOUNTS_USERS', 'DONE');
    expect(await usernames()).not.toContain('old.searcher');
  });

  test('S12 lets no user sign in whom it is about to remove', async () => {
    await addOld();
    await fillLs1(ls1, 2, 3);
    const staging = stack.running.get(StagingRepository);
    const removeClashing = staging.removeClashing.bind(staging);
    const answers: string[] = [];
    // the first call checks the users of LS1, and the second one is part of the replacement
    const calls = jest.spyOn(staging, 'removeClashing').mockImplementation(async (...args) => {
      if (calls.mock.calls.length === 2)
        answers.push(codeOf(await stack.signIn({ username: 'old.searcher' })));
      return removeClashing(...args);
    });
    await beginAccounts();
    await inState('ACCOUNTS_USERS', 'DONE');
    calls.mockRestore();
    expect(answers).toEqual(['SERVICE_BUSY']);
  });

  test('S12 signs out a user who is created and signs in during the replacement, before it removes that user', async () => {
    await addOld();
    await fillLs1(ls1, 2, 3);
    const late = testUser({ username: 'late.county', role: 'COUNTY' });
    const staging = stack.running.get(StagingRepository);
    const removeClashing = staging.removeClashing.bind(staging);
    // the first call checks the users of LS1, and the second one is part of the replacement
    const calls = jest.spyOn(staging, 'removeClashing').mockImplementation(async (...args) => {
      if (calls.mock.calls.length === 2) {
        await stack.value(saveUser, late);
        valueOf(await stack.signIn({ username: late.username }));
      }
      return removeClashing(...args);
    });
    await beginAccounts();
    await eventually(async () => {
      clock.advance(30_000);
      await stack.running.get(Ls1MigrationWorker).work('lake');
      expect((await standing('ACCOUNTS_USERS'))?.state).toBe('DONE');
    }, 30_000);
    calls.mockRestore();
    expect(await usernames()).not.toContain(late.username);
    const told = await stack.tables.asAdmin(
      `SELECT payload->>'reason' AS reason FROM identity.outbox
        WHERE type = 'identity.session-ended.v1' AND aggregate = $1`,
      [`user:${late.id}`],
    );
    expect(told).toEqual([{ reason: 'SESSION_END_DEACTIVATED' }]);
  });

  test('keeps a user who is created after the users to remove were locked, and tells no service that the user is gone', async () => {
    await addOld();
    await fillLs1(ls1, 2, 3);
    const late = testUser({ username: 'late.county', role: 'COUNTY' });
    const sessions = stack.running.get(ExchangeSessions);
    const isAnyLive = sessions.isAnyLive.bind(sessions);
    // the second call checks the locked users just before they are removed
    const calls = jest.spyOn(sessions, 'isAnyLive').mockImplementation(async (...args) => {
      const isLive = await isAnyLive(...args);
      if (calls.mock.calls.length === 2) await stack.value(saveUser, late);
      return isLive;
    });
    await beginAccounts();
    await inState('ACCOUNTS_USERS', 'DONE');
    calls.mockRestore();
    expect(await usernames()).toContain(late.username);
    const told = await stack.tables.asAdmin(
      `SELECT payload->>'status' AS status FROM identity.outbox
        WHERE type = 'identity.user-changed.v1' AND aggregate = $1`,
      [`user:${late.id}`],
    );
    expect(told).toEqual([{ status: 'A' }]);
  });

  test('changes nothing when a TRIMIN user cancels it, and the next migration can begin', async () => {
    await addOld();
    await fillLs1(ls1, 2, 3);
    armFailpoints((name) => (name === 'ls1-staged' ? Promise.reject(new FailpointThrew(name)) : undefined));
    const id = await beginAccounts();
    expect(codeOf(await stack.call(migrateLs1Accounts, { ...(await loginOf()) }, provider()))).toBe(
      'CONFLICT',
    );
    await stack.value(cancelLs1Migration, { migration: id }, provider());
    armFailpoints(undefined);
    expect((await standing('ACCOUNTS_USERS'))?.state).toBe('CANCELED');
    expect(codeOf(await stack.call(cancelLs1Migration, { migration: id }, provider()))).toBe('CONFLICT');
    await beginAccounts();
    await inState('ACCOUNTS_USERS', 'DONE');
  });
});

const loginOf = async () => ({
  ...{ address: ls1.address, name: ls1.name, username: ls1.username, password: ls1.password },
  dryRun: false,
});

describe('a migration from LS1', () => {
  test('S27 does not replace the accounts of a county whose users have paid, even if they pay during the migration', async () => {
    await addOld();
    await fillLs1(ls1, 2, 3);
    money.hasEntries = true;
    expect(codeOf(await stack.call(migrateLs1Accounts, await loginOf(), provider()))).toBe(
      'COUNTY_HAS_MONEY',
    );
    money.hasEntries = false;
    armFailpoints((name) => {
      if (name === 'ls1-staged') money.isUnderWay = true;
      return undefined;
    });
    await beginAccounts();
    expect(await inState('ACCOUNTS_USERS', 'FAILED')).toMatchObject({ fault: 'COUNTY_HAS_MONEY' });
    expect(await usernames()).toContain('old.searcher');
  });

  test('is refused when it would leave the office without a user who can sign in', async () => {
    await addOld();
    await fillLs1(ls1, 2, 3);
    await ls1.run(`UPDATE people SET active = false WHERE user_type = 'COUNTY'`);
    await beginAccounts();
    expect(await inState('ACCOUNTS_USERS', 'FAILED')).toMatchObject({ fault: 'NO_COUNTY_USER' });
    expect(await usernames()).toContain('old.county');
  });

  test('S27 stores the password of LS1 nowhere as clear text while it runs, and deletes the password afterwards', async () => {
    await fillLs1(ls1, 2, 3);
    const admin = { asAdmin: stack.tables.asAdmin };
    armFailpoints((name) => (name === 'ls1-staged' ? Promise.reject(new FailpointThrew(name)) : undefined));
    await beginAccounts();
    const [active] = await admin.asAdmin<{ source_password: string }>(
      'SELECT source_password FROM identity.ls1_migration',
    );
    expect(active?.source_password).toMatch(/^[\w-]{40,}$/);
    await stumbled('ACCOUNTS_USERS');
    expect(await tablesWith(ls1.password)).toEqual([]);
    expect(await tablesWith(ls1.username)).toEqual(['ls1_migration']);
    armFailpoints(undefined);
    clock.advance(60_000);
    await inState('ACCOUNTS_USERS', 'DONE');
    const [over] = await admin.asAdmin('SELECT source_password FROM identity.ls1_migration');
    expect(over).toEqual({ source_password: null });
  });

  test('S9 can be started only by TRIMIN users', async () => {
    const input = await loginOf();
    for (const actor of [provider({ role: 'COUNTY' }), provider({ role: 'USER' })])
      expect(codeOf(await stack.call(migrateLs1Accounts, input, actor))).toBe('NOT_FOUND');
  });

  test('S27 is refused for an internal address that the operator has not listed', async () => {
    for (const host of ['169.254.169.254', '[::1]', '10.0.0.8', '127.0.0.2'])
      expect(
        await stack.call(
          migrateLs1Accounts,
          { ...(await loginOf()), address: `postgres://${host}` },
          provider(),
        ),
      ).toMatchObject({
        code: 'INVALID_INPUT',
        fields: { landSharkOneDbAddress: 'operations:ls1.hostNotAllowed' },
      });
  });

  test('ends with a reason that the office understands when the password or the database is wrong', async () => {
    for (const [over, fault] of [
      [{ password: 'wrong' }, 'SIGN_IN_REFUSED'],
      [{ name: 'no_such_database' }, 'NO_DATABASE'],
      [{ address: ls1.address.replace('disable', 'require') }, 'NO_TLS'],
    ] as const) {
      await beginAccounts(over);
      expect(await inState('ACCOUNTS_USERS', 'FAILED')).toMatchObject({ fault });
    }
    await ls1.run('DROP VIEW ls1_user');
    await beginAccounts();
    expect(await inState('ACCOUNTS_USERS', 'FAILED')).toMatchObject({ fault: 'NO_VIEW' });
  });
});
