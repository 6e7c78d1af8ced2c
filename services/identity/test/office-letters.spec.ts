import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RedisEventLog } from '@portal/infra/events';
import { openLog } from '@portal/infra/log';
import { testActor } from '@portal/infra/testing';
import { events } from '@portal/proto/events/catalog';
import { describeAccounts, saveAccount, saveUser } from '@portal/proto/rpc/identity';
import { LetterRepository } from '../src/letters/letter.repository.js';
import { allWritten, mailsTo } from './people.js';
import { startStack, testAccount, testUser, type Stack } from './stack.js';

let stack: Stack;
let facts: RedisEventLog;
beforeAll(async () => {
  stack = await startStack();
  const { redisUrl, redisNamespace: namespace } = stack.config;
  facts = new RedisEventLog({ redisUrl, namespace, log: openLog('payments') });
});
afterAll(async () => {
  await facts.close();
  await stack.close();
});

const posted = (account: string, over: object = {}, id = randomUUID()) => ({
  topic: 'office',
  key: `account:${account}`,
  body: JSON.stringify({
    ...{ id, type: 'payments.office-entry-posted.v1', version: 1, county: 'lake' },
    ...{
      aggregate: `account:${account}`,
      sequence: 1,
      time: new Date().toISOString(),
      correlationId: 'test',
    },
    payload: {
      ...{ entry: '0d9c1e4a-7777-4000-8000-000000000000', account, kind: 'PAYMENT', means: 'CHECK' },
      ...{ amount: '25000', number: '20498', note: 'Brought to the counter', ...over },
    },
  }),
});

test('an entry that the office posts is mailed once to the account’s administrators and to nobody else', async () => {
  const account = testAccount({ name: 'Birch Hollow Land Trust' });
  await stack.value(saveAccount, account);
  const [admin, user, inactive] = ['admin', 'user', 'inactive'].map(
    (who) => `${who}.${randomUUID().slice(0, 8)}@example.test`,
  );
  const person = { account: account.id, language: 'ENGLISH' as const };
  await stack.value(
    saveUser,
    testUser({ ...person, username: `q${randomUUID().slice(0, 8)}`, role: 'ACCOUNT', email: admin }),
  );
  await stack.value(
    saveUser,
    testUser({ ...person, username: `q${randomUUID().slice(0, 8)}`, role: 'USER', email: user }),
  );
  await stack.value(
    saveUser,
    testUser({
      ...person,
      username: `q${randomUUID().slice(0, 8)}`,
      role: 'ACCOUNT',
      email: inactive,
      status: 'I',
    }),
  );
  const fact = posted(account.id);
  await facts.publish([fact]);
  await facts.publish([fact]);
  const mails = await mailsTo(stack, admin ?? '');
  await allWritten(stack);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toBe('Payment received, lake county');
  for (const part of ['$250.00', 'Birch Hollow Land Trust', '0D9C1E4A\n20498\nBrought to the counter'])
    expect(mails[0]?.text).toContain(part);
  expect(mails[0]?.html).toContain('<strong>20498</strong>');
  expect([...stack.mail.to(user ?? ''), ...stack.mail.to(inactive ?? '')]).toEqual([]);
});

test('a new state of an e-filed document is mailed once to the address in the e-file form, however often the event arrives', async () => {
  const email = `${randomUUID().slice(0, 8)}@example.test`;
  const filing = randomUUID();
  const key = `filing:${filing}`;
  const fact = (state: string) => ({
    ...{ topic: 'filings', key },
    body: JSON.stringify({
      ...{ id: randomUUID(), type: 'imaging.filing-changed.v1', version: 1, county: 'lake', aggregate: key },
      ...{ sequence: 1, time: new Date().toISOString(), correlationId: 'test' },
      payload: {
        ...{ filing, state, number: '12', user: randomUUID(), email, language: 'ENGLISH' },
        ...{ efileType: 'LR', pages: 3, documentNumber: '', reasons: [], note: '' },
      },
    }),
  });
  const [sent, asked, last] = [fact('SUBMITTED'), fact('CORRECTION_ASKED'), fact('WITHDRAWN')];
  // events are read in order, so all others have been read when the last event has been read
  for (const told of [sent, sent, asked, asked, last]) await facts.publish([told]);
  await mailsTo(stack, email, 3);
  await allWritten(stack);
  const mails = stack.mail.to(email);
  expect(mails).toHaveLength(3);
  expect(mails.map(({ text }) => text).join()).toContain('Document type: Land Record.');
});

test('an e-mail about a downward correction says by how much the balance falls', async () => {
  const account = testAccount();
  await stack.value(saveAccount, account);
  const email = `${randomUUID().slice(0, 8)}@example.test`;
  await stack.value(
    saveUser,
    testUser({
      username: `q${randomUUID().slice(0, 8)}`,
      account: account.id,
      role: 'ACCOUNT',
      email,
      language: 'ENGLISH',
    }),
  );
  await facts.publish([
    posted(account.id, { kind: 'CORRECTION', means: '', amount: '-1050', number: '', note: 'Posted twice' }),
  ]);
  const [mail] = await mailsTo(stack, email);
  expect(mail?.text).toContain('by -$10.50');
  expect(mail?.text).toContain('0D9C1E4A\nPosted twice');
});

test('S9 staff can read the description of every account, and all other users only that of their own account', async () => {
  const [own, other] = [testAccount(), testAccount()];
  for (const account of [own, other]) await stack.value(saveAccount, account);
  const accounts = [own.id, other.id, randomUUID()];
  const described = async (role: 'COUNTY' | 'ACCOUNT' | 'USER', county = 'lake') => {
    const account = role === 'COUNTY' ? null : own.id;
    const found = await stack.value(describeAccounts, { accounts }, testActor({ role, account, county }));
    return found.map(({ id, name }) => [id, name]).sort();
  };
  expect(await described('COUNTY')).toEqual([own, other].map(({ id, name }) => [id, name]).sort());
  expect(await described('ACCOUNT')).toEqual([[own.id, own.name]]);
  expect(await described('USER')).toEqual([[own.id, own.name]]);
  expect(await described('COUNTY', 'saipan')).toEqual([]);
});

test('an account with too little money for its monthly fee gets an e-mail with the missing amount and the month', async () => {
  const account = testAccount({ name: 'Cedar Point Title' });
  await stack.value(saveAccount, account);
  const email = `admin.${randomUUID().slice(0, 8)}@example.test`;
  const username = `q${randomUUID().slice(0, 8)}`;
  const person = { account: account.id, language: 'ENGLISH' as const, role: 'ACCOUNT' as const };
  await stack.value(saveUser, testUser({ ...person, username, email }));
  const key = `account:${account.id}`;
  await facts.publish([
    {
      ...{ topic: 'billing', key },
      body: JSON.stringify({
        ...{ id: randomUUID(), type: 'billing.funds-needed.v1', version: 1, county: 'lake', aggregate: key },
        ...{ sequence: 1, time: new Date().toISOString(), correlationId: 'test' },
        payload: { account: account.id, task: 'MONTHLY_FEE', period: '2027-02', amount: '1500' },
      }),
    },
  ]);
  const [mail] = await mailsTo(stack, email);
  expect(mail?.subject).toContain('needs money');
  expect(mail?.text).toContain('Cedar Point Title has too little money in escrow for a charge of $15.00');
  expect(mail?.text).toContain('02/2027');
});

/** Publishes the end of a scheduled report of a new user, and returns the user's address. */
const endReport = async (role: 'COUNTY' | 'USER', written: boolean, over: object = {}) => {
  const account = testAccount();
  if (role === 'USER') await stack.value(saveAccount, account);
  const email = `${randomUUID().slice(0, 8)}@example.test`;
  const username = `q${randomUUID().slice(0, 8)}`;
  const place = role === 'USER' ? { account: account.id } : { account: null };
  const user = testUser({ username, role, email, language: 'ENGLISH', ...place, ...over });
  await stack.value(saveUser, user);
  const aggregate = `report-schedule:${randomUUID()}`;
  const fact = {
    ...{ topic: 'reports', key: aggregate },
    body: JSON.stringify({
      ...{ id: randomUUID(), type: 'reports.scheduled-report-ended.v1', version: 1, county: 'lake' },
      ...{ aggregate, sequence: 1, time: new Date().toISOString(), correlationId: 'test' },
      payload: { user: user.id, report: 'USER', written },
    }),
  };
  await facts.publish([fact]);
  await facts.publish([fact]);
  return email;
};

test('S9 the e-mail about a scheduled report is sent only to active staff, and links to the report without quoting it', async () => {
  const others = [await endReport('USER', true), await endReport('COUNTY', true, { status: 'I' })];
  const [ready] = await mailsTo(stack, await endReport('COUNTY', true));
  const [failed] = await mailsTo(stack, await endReport('COUNTY', false));
  await allWritten(stack);
  expect(ready?.subject).toBe('Your scheduled report is ready, lake county');
  expect(ready?.text).toContain('/LandShark/reports/UserReport');
  expect(failed?.subject).toBe('Your scheduled report failed, lake county');
  for (const other of others) expect(stack.mail.to(other)).toEqual([]);
});

/** Makes the event that the payments service publishes at a step in changing the card merchant of the county 'lake'. */
const merchantFact = (deed: string) => {
  const key = 'county:lake';
  const payload = { deed, username: 'ann.recorder', merchantBefore: 'lake-1', merchant: 'north-7' };
  return {
    ...{ topic: 'office', key },
    body: JSON.stringify({
      ...{ id: randomUUID(), type: 'payments.card-merchant-changed.v1', version: 1, county: 'lake' },
      ...{ aggregate: key, sequence: 1, time: '2026-11-22T10:00:00.000Z', correlationId: 'test', payload },
    }),
  };
};

test('S32 an e-mail about a new card merchant goes to all active staff with a confirmed address, and names both merchants but no keys', async () => {
  const staff = async (role: 'COUNTY' | 'TRIMIN' | 'USER', over: object = {}) => {
    const email = `${role.toLowerCase()}.${randomUUID().slice(0, 8)}@example.test`;
    const username = `q${randomUUID().slice(0, 8)}`;
    await stack.value(saveUser, testUser({ username, role, email, language: 'ENGLISH', ...over }));
    return email;
  };
  const account = testAccount();
  await stack.value(saveAccount, account);
  const [clerk, provider] = [await staff('COUNTY'), await staff('TRIMIN')];
  const others = [await staff('COUNTY', { status: 'I' }), await staff('USER', { account: account.id })];
  await stack.tables.asAdmin(
    'UPDATE identity.app_user SET email_confirmed_at = now() WHERE email = ANY($1)',
    [[clerk, provider, ...others]],
  );
  const unconfirmed = await staff('COUNTY');
  await stack.tables.asAdmin('UPDATE identity.app_user SET email_confirmed_at = NULL WHERE email = $1', [
    unconfirmed,
  ]);
  const fact = merchantFact('ASKED');
  await facts.publish([fact]);
  await facts.publish([fact]);
  const [[mail], [copy]] = [await mailsTo(stack, clerk), await mailsTo(stack, provider)];
  await allWritten(stack);
  expect(mail?.subject).toBe('A new card merchant waits for approval, lake county');
  expect(mail?.text.split('\n').filter((line) => /^\w[\w ]*: /.test(line))).toEqual([
    'By: ann.recorder',
    'When: Nov 22, 2026, 4:00:00 AM CST',
    'Previous merchant: lake-1',
    'Merchant entered: north-7',
  ]);
  expect(mail?.text).toContain('/LandShark/controlPanel/cardKeys');
  expect(copy?.subject).toBe(mail?.subject);
  expect(stack.mail.to(clerk)).toHaveLength(1);
  expect([...others, unconfirmed].flatMap((email) => stack.mail.to(email))).toEqual([]);
});

test('S32 the event about a new card merchant has no field for keys', () => {
  const { fields } = events['payments.card-merchant-changed.v1'];
  expect(fields.map(({ name }) => name)).toEqual(['deed', 'username', 'merchant_before', 'merchant']);
});

test('S32 all staff, including the person who entered card keys, get an e-mail if nobody approves the keys in time', async () => {
  const staff = ['ann.recorder', 'bob.recorder'].map((username) => ({
    ...{ username, email: `${username}@${randomUUID().slice(0, 8)}.example` },
  }));
  for (const person of staff)
    await stack.value(saveUser, testUser({ ...person, role: 'COUNTY', language: 'ENGLISH' }));
  const addresses = staff.map(({ email }) => email);
  await stack.tables.asAdmin(
    'UPDATE identity.app_user SET email_confirmed_at = now() WHERE email = ANY($1)',
    [addresses],
  );
  await facts.publish([merchantFact('ENDED')]);
  for (const address of addresses) {
    const [mail] = await mailsTo(stack, address);
    expect(mail?.subject).toBe('The new card merchant was not approved in time, lake county');
    expect(mail?.text).toContain('Nobody approved the keys of the new card merchant within 14 days');
    expect(mail?.text).toContain('The card payments of lake county still go to the merchant in use.');
    expect(mail?.text).toContain('Entered by: ann.recorder');
    expect(mail?.text).not.toContain('By: ann');
  }
  await allWritten(stack);
});

test('an e-mail of a kind that only a newer version knows is left for that version', async () => {
  await stack.tables.asAdmin(
    `INSERT INTO identity.letter (county_id, id, kind, email, username, language, requested_at, due_at, tries)
     VALUES ('lake', gen_random_uuid(), 'OF_A_NEWER_VERSION', 'a@example.test', 'a', 'ENGLISH', now(), '-infinity', 0)`,
  );
  expect(await mailsTo(stack, await endReport('COUNTY', true))).toHaveLength(1);
  expect(
    await stack.tables.asAdmin(
      `DELETE FROM identity.letter WHERE kind = 'OF_A_NEWER_VERSION' RETURNING tries`,
    ),
  ).toEqual([{ tries: 0 }]);
});

test('counties with due e-mails are found by reading only the columns that the worker role may read', async () => {
  const ids = ['lake', 'saipan'].map((county, n) => ({
    county,
    id: randomUUID(),
    due: n === 0 ? '1 hour' : '-1 hour',
  }));
  for (const { county, id, due } of ids)
    await stack.tables.asAdmin(
      `INSERT INTO identity.letter (county_id, id, kind, email, username, language, requested_at, due_at, tries)
       VALUES ($1, $2, 'OF_A_NEWER_VERSION', 'a@example.test', 'a', 'ENGLISH', now(), now() + $3::interval, 0)`,
      [county, id, due],
    );
  const found = await stack.database.asWorker((tx) =>
    new LetterRepository().listCountiesWithDue(tx, new Date()),
  );
  await stack.tables.asAdmin('DELETE FROM identity.letter WHERE id = ANY($1::uuid[])', [
    ids.map(({ id }) => id),
  ]);
  expect(found).toEqual(['saipan']);
});
