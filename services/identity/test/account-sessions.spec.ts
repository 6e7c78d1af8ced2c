import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Database } from '@portal/infra/db';
import { hashToken, SessionCache } from '@portal/infra/session-cache';
import { testActor } from '@portal/infra/testing';
import type { UserEntry } from '@portal/proto/http/user-manager';
import { toggleManagedAccount } from '@portal/proto/rpc/account-manager';
import { openSession, saveAccount, saveUser, type NewUser } from '@portal/proto/rpc/identity';
import { saveManagedUser } from '@portal/proto/rpc/user-manager';
import { AccountRemover } from '../src/account-manager/account-remover.js';
import { SessionEnder } from '../src/sessions/session.ender.js';
import { SessionRepository } from '../src/sessions/session.repository.js';
import { waitersForRows } from './people.js';
import { addUser, codeOf, startStack, testAccount, valueOf, visitor, type Stack } from './stack.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => stack.close());

interface Member {
  readonly account: string;
  readonly user: NewUser;
  /** The hash of the token of the user's session. */
  readonly hash: string;
}
/** Creates an account with one user, who is signed in. */
async function member(): Promise<Member> {
  const user = await addUser(stack, { username: `q${randomUUID().slice(0, 8)}.one` });
  const { token } = valueOf(await stack.signIn({ username: user.username }));
  return { account: user.account ?? '', user, hash: hashToken(token) };
}

const staff = () =>
  testActor({ user: randomUUID(), username: 'anna.berg', role: 'COUNTY', county: 'lake', account: null });
const set = (account: string, status: 'A' | 'I') =>
  stack.call(toggleManagedAccount, { account, status }, staff());
const entryOf = ({ firstName, lastName, email, account }: NewUser): UserEntry => ({
  ...{ firstName, lastName, email, company: '', address: '', city: '', state: '', zip: '' },
  ...{ phoneFormatType: 'STANDARD', phone: '', role: 'USER', accountId: account ?? '' },
});
const open = (hash: string) => stack.value(openSession, { tokenHash: hash }, visitor());

/**
 * Runs `change` while another transaction holds the row of a session. That transaction ends as soon as `change` waits
 * for the row.
 */
async function whileUsed<T>(hash: string, change: () => Promise<T>): Promise<T> {
  await stack.tables.asAdmin('BEGIN');
  await stack.tables.asAdmin('UPDATE identity.session SET last_seen = last_seen WHERE token_hash = $1', [
    hash,
  ]);
  const changed = change();
  await waitersForRows(stack, 1);
  await stack.tables.asAdmin('COMMIT');
  return changed;
}

describe('S12 the deactivation of an account ends the sessions of its users for good', () => {
  test('even if the command fails after the deactivation is stored, and staff then activate the account again', async () => {
    const { account, hash } = await member();
    // the first call marks the copies before the change, and the second one marks them after it
    const marked = jest.spyOn(stack.running.get(SessionCache), 'markChanged');
    marked.mockResolvedValueOnce().mockRejectedValueOnce(new Error('Redis does not answer'));
    expect(codeOf(await set(account, 'I'))).toBe('UNEXPECTED');
    marked.mockRestore();
    expect(await set(account, 'A')).toEqual({ ok: true, value: { status: 'A', users: 1 } });
    expect(await open(hash)).toBeNull();
  });

  test('even if another transaction uses a session when the office saves the account', async () => {
    const { account, hash } = await member();
    const given = testAccount({ id: account });
    await whileUsed(hash, () => stack.value(saveAccount, { ...given, status: 'I' }));
    await stack.value(saveAccount, given);
    expect(await open(hash)).toBeNull();
  });

  test('even if another transaction uses a session when staff deactivate the account', async () => {
    const { account, hash } = await member();
    expect(await whileUsed(hash, () => set(account, 'I'))).toMatchObject({ value: { status: 'I' } });
    expect(codeOf(await set(account, 'A'))).toBe('ok');
    expect(await open(hash)).toBeNull();
  });

  test('also of a user who moved to the account after it was deactivated', async () => {
    const [{ account }, { user, hash }] = [await member(), await member()];
    await set(account, 'I');
    await stack.tables.asAdmin('UPDATE identity.app_user SET account_id = $2 WHERE id = $1', [
      ...[user.id, account],
    ]);
    expect(await set(account, 'I')).toEqual({ ok: true, value: { status: 'I', users: 0 } });
    await set(account, 'A');
    expect(await open(hash)).toBeNull();
  });
});

describe('S12 if only one user of a large account is signed in, a single statement ends the user’s sessions when', () => {
  const deactivations: [string, (account: string) => Promise<unknown>][] = [
    ['the office saves the account', (id) => stack.value(saveAccount, testAccount({ id, status: 'I' }))],
    ['staff deactivate the account', (account) => set(account, 'I')],
    [
      'the account is deleted',
      (account) =>
        stack.running
          .get(Database)
          .withCounty('lake', (tx) =>
            stack.running
              .get(AccountRemover)
              .remove(tx, account, 'anna.berg', (reason, of) =>
                stack.running.get(SessionEnder).endIn(tx, of, reason),
              ),
          ),
    ],
  ];
  test.each(deactivations)('%s', async (_what, deactivate) => {
    const { account, user, hash } = await member();
    for (const name of ['two', 'three', 'four'])
      await stack.value(saveUser, { ...user, id: randomUUID(), username: `${user.username}.${name}` });
    await stack.signIn({ username: user.username });
    const ends = jest.spyOn(stack.running.get(SessionRepository), 'end');
    await deactivate(account);
    expect(ends.mock.calls.filter(([, of]) => 'user' in of)).toHaveLength(1);
    expect(await open(hash)).toBeNull();
    const live = 'SELECT id FROM identity.session WHERE user_id = $1 AND ended_at IS NULL';
    expect(await stack.tables.asAdmin(live, [user.id])).toEqual([]);
  });
});

describe('while another transaction has locked an account', () => {
  const savings: [string, (of: Member) => Promise<unknown>][] = [
    ['the office saves the account', ({ account }) => stack.call(saveAccount, testAccount({ id: account }))],
    [
      'the office saves a user of the account',
      ({ user }) => stack.call(saveUser, { ...user, lastName: 'Roe' }),
    ],
    [
      'staff save a user of the account',
      ({ user }) => stack.call(saveManagedUser, { user: user.id, entry: entryOf(user) }, staff()),
    ],
  ];
  test.each(savings)('%s: no user is locked before the account', async (_saving, save) => {
    const of = await member();
    await stack.tables.asAdmin('BEGIN');
    await stack.tables.asAdmin('SELECT id FROM identity.account WHERE id = $1 FOR UPDATE', [of.account]);
    const saved = save(of);
    await waitersForRows(stack, 1);
    // a deletion of the account locks its users next, so the waiting change must hold none of them
    const row = 'SELECT id FROM identity.app_user WHERE id = $1 FOR UPDATE NOWAIT';
    try {
      expect(await stack.tables.asAdmin(row, [of.user.id])).toHaveLength(1);
    } finally {
      await stack.tables.asAdmin('ROLLBACK');
    }
    expect(await saved).toEqual({ ok: true, value: {} });
  });
});

describe('S12 a sign-in that waits for the deletion of', () => {
  const ofUser = ['session', 'credential', 'last_sign_in', 'letter', 'last_letter'].map(
    (table) => `DELETE FROM identity.${table} WHERE user_id = '$USER'`,
  );
  const user = [...ofUser, `DELETE FROM identity.app_user WHERE id = '$USER'`];
  const account = [...user, `DELETE FROM identity.account WHERE id = '$ACCOUNT'`];
  const lock = (table: string, id: string) =>
    `SELECT id FROM identity.${table} WHERE id = '${id}' FOR UPDATE`;
  test.each([
    ['the user’s account is refused', lock('account', '$ACCOUNT'), account],
    ['the user is refused', lock('app_user', '$USER'), user],
  ])('%s', async (_what, locked, deletions) => {
    const of = await member();
    const run = (statement: string) =>
      stack.tables.asAdmin(statement.replace('$USER', of.user.id).replace('$ACCOUNT', of.account));
    await run('BEGIN');
    await run(locked);
    const signedIn = stack.signIn({ username: of.user.username });
    await waitersForRows(stack, 1);
    for (const deletion of deletions) await run(deletion);
    await run('COMMIT');
    expect(codeOf(await signedIn)).toBe('USER_INACTIVE');
  });
});
