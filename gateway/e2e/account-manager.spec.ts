import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@portal/infra/testing';
import type { AccountMail } from '@portal/proto/http/account-mail';
import type {
  AccountOverview,
  AccountPage,
  AccountPageAccess,
  AccountSignIns,
  FlatFeeUsage,
  OpenedAccount,
} from '@portal/proto/http/accounts';
import type { ReportPage } from '@portal/proto/http/reports';
import type { CurrentUser } from '@portal/proto/http/session';
import type { UserPage } from '@portal/proto/http/user-manager';
import { readSheet } from 'read-excel-file/node';
import { workbookType } from '@portal/infra/spreadsheet';
import { contentOf, Visitor, type Reply } from './portal.js';

const mark = Date.now().toString(36);
const name = `Keeper ${mark}`;
const PASSWORD = 'Heron-Bay-Ferry!7';
let staff: Visitor;
beforeAll(async () => {
  staff = await Visitor.signedIn('demo.county');
});

const list = (over: object = {}) => contentOf<AccountPage>(staff.post('controlPanel/accounts', over));
const idOf = async (filterText: string): Promise<string> => {
  const { accounts } = await list({ filterText });
  return accounts[0]?.id ?? '';
};
const entry = (over: object = {}) => ({
  ...{ name, accountType: 'A_LA_CARTE', paymentMethod: 'ESCROW', monthlyFee: 2_500, flatFeeRateLevel: 0 },
  ...{ imageChargeMethod: 'DOCUMENT', certificateChargeMethod: 'DOCUMENT', postToLandLink: true },
  ...{ address: '', city: '', state: '', zip: '', phone: '', email: '', landLinkAccount: '10447' },
  ...{ lastTasks: '06/01/2026', imageRetrieval: true, previewRetrieval: true, certificateRetrieval: true },
  ...{ certificatePreviewRetrieval: true, userReload: false, ...over },
});
/** Deactivates the accounts that the tests have created, and leaves the demo's accounts as they were. */
afterAll(async () => {
  for (const { id, status } of (await list({ filterText: `Keeper ${mark}` })).accounts)
    if (status === 'A') await staff.post('controlPanel/accountChangeStatusSingle', { accountId: id });
});

test('C0-39 C2-05 C2-59 the account list has pages, and shows words instead of codes, and amounts with cents', async () => {
  const { accounts, total, countyAdminReload } = await list({ filterText: 'Demo Flat' });
  expect(accounts).toMatchObject([
    {
      ...{ name: 'Demo Flat Fee', accountTypeDescription: 'Flat Fee', paymentMethodDescription: 'Escrow' },
      ...{ monthlyFeeDescription: '0.00', status: 'A', userCount: 1 },
    },
  ]);
  expect({ total, countyAdminReload }).toEqual({ total: 1, countyAdminReload: true });
  const [first, second] = [await list(), await list({ page: 2, sortKey: 'name' })];
  expect(first.total).toBe(second.total);
  expect(second.accounts.map(({ id }) => id)).not.toContain(first.accounts[0]?.id);
});

test('C0-06 C2-12 C2-17 the account route returns the default values of a new account for id 0', async () => {
  expect(await contentOf<OpenedAccount>(staff.get('controlPanel/account/0'))).toMatchObject({
    ...{ id: '0', accountType: 'A_LA_CARTE', paymentMethod: 'ESCROW', status: 'A' },
    ...{ imageChargeMethod: 'DOCUMENT', certificateChargeMethod: 'DOCUMENT' },
    lastTasks: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
    paymentMethods: ['ESCROW', 'INVOICE', 'CREDIT_CARD'],
    countyConfigFlatFee: expect.arrayContaining([
      { level: 1, description: expect.stringMatching(/^1: .* for \$\d/) },
    ]),
  });
});

test('C2-28 C2-31 C2-41 an invalid entry is refused with a message for each wrong field', async () => {
  const wrong = entry({
    name: ' ',
    landLinkAccount: '12a',
    zip: '123',
    phone: '(218)',
    city: 'x'.repeat(51),
  });
  const { status, envelope } = await staff.post('controlPanel/account', { id: 0, ...wrong });
  expect(status).toBe(422);
  expect(envelope.fields).toMatchObject({
    ...{ landLinkAccount: 'Numeric Account Number', zip: '5-digit zip.', phone: '(XXX) XXX-XXXX' },
    city: '50 characters max.',
  });
  const nameless = await staff.post('controlPanel/account', { id: 0, ...entry({ name: ' ' }) });
  expect(nameless.envelope.fields).toEqual({ name: 'Required.' });
  const long = await staff.post('controlPanel/account', { id: 0, ...entry({ name: 'x'.repeat(61) }) });
  expect(long.envelope.fields).toEqual({ name: '60 characters max.' });
});

test('C0-02 C2-13 C2-61 C2-65 C2-66 an account is created, found and changed; it is deactivated together with its users, and activated again', async () => {
  const made = await staff.post('controlPanel/account', { id: 0, ...entry() });
  expect(made.envelope).toMatchObject({ ok: true, message: 'The account is saved.' });
  const id = await idOf(name);
  const username = `keeper.of.${mark}`;
  const user = {
    ...{ firstName: 'Odessa', lastName: 'Quill', email: `${username}@example.com`, role: 'USER' },
    ...{ id: 0, username, password: PASSWORD, accountId: id },
  };
  expect((await staff.post('userManager/user', user)).envelope.ok).toBe(true);
  const member = new Visitor('lake');
  expect((await member.logIn({ username, password: PASSWORD })).envelope.ok).toBe(true);
  await staff.post('controlPanel/account', { id, ...entry({ zip: '55699', monthlyFee: 4_999 }) });
  expect(await contentOf<OpenedAccount>(staff.get(`controlPanel/account/${id}`))).toMatchObject({
    ...{ name, zip: '55699', monthlyFeeDescription: '49.99', userCount: 1, status: 'A' },
  });
  const off = await staff.post('controlPanel/accountChangeStatusList', { accountId: id, filterText: name });
  expect(off.envelope).toMatchObject({
    message: 'The account and its users are inactive.',
    content: { status: 'I', accounts: [{ id, status: 'I' }], total: 1 },
  });
  const repeated = { accountId: id, status: 'I' };
  for (const route of ['accountChangeStatusList', 'accountChangeStatusSingle'])
    expect((await staff.post(`controlPanel/${route}`, repeated)).envelope).toMatchObject({
      message: 'The account and its users are inactive.',
      content: { status: 'I' },
    });
  expect((await member.get('currentUser/profile')).status).toBe(403);
  const again = await new Visitor('lake').logIn({ username, password: PASSWORD });
  expect(again.envelope.ok).toBe(false);
  const inactive = await staff.post('controlPanel/account', { id, ...entry() });
  expect(inactive.envelope).toMatchObject({
    ok: false,
    message: 'This account is inactive. Activate it first.',
  });
  const on = await staff.post('controlPanel/accountChangeStatusSingle', { accountId: id });
  expect(on.envelope).toMatchObject({ content: { status: 'A' } });
  expect((await new Visitor('lake').logIn({ username, password: PASSWORD })).envelope.ok).toBe(true);
});

describe('the page access of accounts', () => {
  const section = async () =>
    contentOf<{ version: number; value: object }>(staff.get('controlPanel/countyConfig/search'));
  const setAccess = async (searchAccess: 'same' | 'configurable'): Promise<void> => {
    const { version, value } = await section();
    const saved = { version, value: { ...value, searchAccess } };
    expect((await staff.post('controlPanel/countyConfig/search', saved)).envelope.ok).toBe(true);
  };
  afterAll(() => setAccess('same'));

  test('C2-47 C2-48 C2-49 C2-70 decides which searches signed-in users may use, and a change takes effect within a second', async () => {
    const id = await idOf('Demo Small Escrow');
    await setAccess('configurable');
    const member = await Visitor.signedIn('demo.small');
    const access = await contentOf<AccountPageAccess>(staff.get(`controlPanel/accountPageAccess/${id}`));
    expect(access).toMatchObject({ id, name: 'Demo Small Escrow', searchAccess: 'configurable' });
    expect(Object.keys(access.flags)).toHaveLength(15);
    const flags = { ...access.flags, searchByName: false };
    const saved = await staff.post('controlPanel/accountPageAccess', { id, flags });
    expect(saved.envelope.ok).toBe(true);
    const searchList = async () =>
      (await contentOf<CurrentUser>(member.get('currentUser/loginStatus'))).searchList;
    await eventually(async () => expect(await searchList()).not.toContain('searchByName'), 1_000);
    expect(await searchList()).toContain('searchByDocumentNumber');
    const search = await member.post('search/searchByName', { lastName: 'SMITH' });
    expect(search.status).toBe(404);
    const back = { id, flags: { ...flags, searchByName: true } };
    expect((await staff.post('controlPanel/accountPageAccess', back)).envelope.ok).toBe(true);
    await eventually(async () => expect(await searchList()).toContain('searchByName'), 1_000);
  });

  test('C5-06 C5-07 C5-11 is reset for all accounts when staff save the settings page Search 1 with the option to update users, and stays unchanged without it', async () => {
    const id = await idOf('Demo Small Escrow');
    await setAccess('configurable');
    const member = await Visitor.signedIn('demo.small');
    const searches = async () =>
      (await contentOf<CurrentUser>(member.get('currentUser/loginStatus'))).searchList;
    const { flags } = await contentOf<AccountPageAccess>(staff.get(`controlPanel/accountPageAccess/${id}`));
    const access = { id, flags: { ...flags, searchByName: false } };
    expect((await staff.post('controlPanel/accountPageAccess', access)).envelope.ok).toBe(true);
    await eventually(async () => expect(await searches()).not.toContain('searchByName'), 1_000);
    const save = async (beside: object) => {
      const { version, value } = await section();
      return staff.post('controlPanel/countyConfig/search', { version, value, ...beside });
    };
    expect((await save({ updateUsers: false })).envelope).toMatchObject({
      ok: true,
      message: 'Settings updated',
    });
    expect(await searches()).not.toContain('searchByName');
    expect((await save({ updateUsers: true })).envelope).toMatchObject({
      ok: true,
      message: 'Settings and Users updated',
      content: { usersUpdated: true },
    });
    await eventually(async () => expect(await searches()).toContain('searchByName'), 1_000);
  });
});

test('C2-51 C2-67 C2-68 staff can set the number of images left for flat-fee accounts, and for no others', async () => {
  const id = await idOf('Demo Flat Fee');
  const path = `controlPanel/accountFlatFeeUsage/${id}`;
  const { currentBalance } = await contentOf<FlatFeeUsage>(staff.get(path));
  const set = (imagesRemaining: number) =>
    staff.post(path, { id, imagesRemaining, key: crypto.randomUUID() });
  expect((await set(currentBalance + 7)).envelope).toMatchObject({
    ok: true,
    content: { id, currentBalance: currentBalance + 7 },
  });
  expect(await contentOf<FlatFeeUsage>(staff.get(path))).toMatchObject({
    imagesRemaining: currentBalance + 7,
  });
  expect((await set(-1)).envelope.fields).toEqual({ imagesRemaining: '0 or more.' });
  expect((await set(1_000_000)).envelope.fields).toEqual({ imagesRemaining: '999999 or less.' });
  expect((await set(currentBalance)).envelope.ok).toBe(true);
  const escrow = await idOf('Demo Escrow');
  expect((await staff.get(`controlPanel/accountFlatFeeUsage/${escrow}`)).status).toBe(404);
});

test('staff see the balances and debts of an account', async () => {
  const overview = async (name: string) =>
    contentOf<AccountOverview>(staff.get(`controlPanel/accountOverview/${await idOf(name)}`));
  const escrow = await overview('Demo Escrow');
  expect(escrow.escrow?.balance).toMatch(/^\$[\d,]+\.\d{2}$/);
  expect(escrow.images).toBeNull();
  expect(escrow.userCount).toBeGreaterThan(0);
  expect(Array.isArray(escrow.purchases)).toBe(true);
  expect(escrow.reports).toEqual(['STATEMENT', 'ACCOUNT', 'USER', 'ACCOUNT_TYPE']);
  const flat = await overview('Demo Flat Fee');
  expect(flat.images).toMatchObject({ left: expect.any(Number), unlimited: false });
  const abroad = await Visitor.signedIn('demo.county', 'saipan');
  const foreign = await abroad.get(`controlPanel/accountOverview/${await idOf('Demo Escrow')}`);
  expect(foreign.status).toBe(404);
});

test('staff see how often the users of an account recently signed in or were refused; the account report agrees', async () => {
  const [named, username] = [`${name} logins`, `keeper.${mark}.logins`];
  expect((await staff.post('controlPanel/account', { id: 0, ...entry({ name: named }) })).envelope.ok).toBe(
    true,
  );
  const accountId = await idOf(named);
  const person = { firstName: 'Ida', lastName: 'Keeper', email: `${username}@example.com`, role: 'USER' };
  await staff.post('userManager/user', { id: 0, username, password: PASSWORD, accountId, ...person });
  const path = `controlPanel/accountSignIns/${accountId}`;
  const signIns = () => contentOf<AccountSignIns>(staff.get(path));
  expect(await signIns()).toMatchObject({ signedIn: 0, refused: 0, lastRefusal: null });
  await new Visitor('lake').logIn({ username, password: 'not this one' });
  await new Visitor('lake').logIn({ username, password: PASSWORD });
  const { until, ...counts } = await signIns();
  expect(counts).toEqual({
    ...{ signedIn: 1, refused: 1 },
    lastRefusal: { username, at: expect.any(String), reason: 'WRONG_CREDENTIALS' },
  });
  const [year, month, day] = until.split('-');
  const criteria = { fromDate: `${month}/${day}/${year}`, accountName: named, logInformation: 'SIGN_IN' };
  await eventually(async () => {
    const asked = staff.post('report/page', { report: 'ACCOUNT', ...criteria });
    const kinds = (await contentOf<ReportPage>(asked)).rows.map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['SIGNED_IN', 'SIGN_IN_FAILED']);
  });
  const others = [Visitor.signedIn('demo.county', 'saipan'), Visitor.signedIn('demo.account')];
  for (const other of await Promise.all(others)) expect((await other.get(path)).status).toBe(404);
});

test('only staff of the county can reach its accounts', async () => {
  const id = await idOf('Demo Escrow');
  const abroad = await Visitor.signedIn('demo.county', 'saipan');
  expect((await abroad.get(`controlPanel/account/${id}`)).status).toBe(404);
  const administrator = await Visitor.signedIn('demo.account');
  expect((await administrator.get(`controlPanel/account/${id}`)).status).toBe(404);
  expect((await administrator.post('controlPanel/accounts', {})).status).toBe(404);
});

test('staff see the last e-mail to a user of an account and what became of it; nobody else does', async () => {
  const [named, username] = [`${name} mails`, `keeper.${mark}.mails`];
  await staff.post('controlPanel/account', { id: 0, ...entry({ name: named }) });
  const accountId = await idOf(named);
  const email = `${username}@example.com`;
  const person = { firstName: 'Ida', lastName: 'Keeper', email, role: 'USER' };
  const user = { id: 0, username, password: PASSWORD, accountId, ...person };
  await staff.post('userManager/user', user);
  const [listed] = (await contentOf<UserPage>(staff.post('userManager/users', { filterText: username })))
    .users;
  const userId = listed?.id;
  const path = `controlPanel/accountMail/${accountId}`;
  const mail = () => contentOf<AccountMail>(staff.get(path));
  expect(await mail()).toEqual({ last: null });
  expect((await staff.post('userManager/userResetMail', { userId })).envelope.ok).toBe(true);
  const last = { kind: 'PASSWORD', username, email, at: expect.any(String), outcome: 'SENT' };
  await eventually(async () => expect(await mail()).toEqual({ last }));
  const others = [Visitor.signedIn('demo.county', 'saipan'), Visitor.signedIn('demo.account')];
  for (const other of await Promise.all(others)) expect((await other.get(path)).status).toBe(404);
});

test('C0-41 C1-45 C2-63 staff can export lists as workbooks; account administrators can export only their own users', async () => {
  const rowsOf = async (reply: Reply): Promise<unknown[][]> => {
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe(workbookType);
    return readSheet(reply.body);
  };
  const users = await staff.post('userManager/userExport', { filterText: 'demo.' });
  expect(users.headers['content-disposition']).toContain('filename="users.xlsx"');
  const [heads, ...rows] = await rowsOf(users);
  expect(heads?.slice(0, 4)).toEqual(['Username', 'Name', 'Account', 'User Type']);
  expect(rows.map(([username]) => username)).toEqual(
    expect.arrayContaining(['demo.county', 'demo.escrow', 'demo.flatfee']),
  );
  const accounts = await staff.post('controlPanel/accountExport', { filterText: 'Demo Esc' });
  expect(accounts.headers['content-disposition']).toContain('filename="accounts.xlsx"');
  const [, escrow] = await rowsOf(accounts);
  expect(escrow?.slice(0, 5)).toEqual(['Demo Escrow', 'A La Carte', 'Escrow', 0, 'Active']);
  expect(escrow?.slice(13)).toEqual([expect.any(Number), expect.any(Number), 0, 0]);
  const administrator = await Visitor.signedIn('demo.account');
  const own = await rowsOf(await administrator.post('userManager/userExport', {}));
  expect(new Set(own.slice(1).map(([, , account]) => account))).toEqual(new Set(['Demo Escrow']));
  expect((await administrator.post('controlPanel/accountExport', {})).status).toBe(404);
});

test('a change of an account is refused with a message if somebody else has saved the account since it was opened', async () => {
  const id = await idOf('Demo Small Escrow');
  const opened = await contentOf<OpenedAccount>(staff.get(`controlPanel/account/${id}`));
  const save = (version: string | undefined, city: string) =>
    staff.post('controlPanel/account', { ...opened, id, version, city });
  expect((await save(opened.version, `Finland ${mark}`)).envelope.ok).toBe(true);
  expect((await save(opened.version, 'Isabella')).envelope).toMatchObject({
    ...{ ok: false, message: expect.stringContaining('Someone else has changed this') },
  });
  const now = await contentOf<OpenedAccount>(staff.get(`controlPanel/account/${id}`));
  expect(now.city).toBe(`Finland ${mark}`);
  expect(now.saved).toEqual({ by: 'demo.county', at: expect.stringMatching(/^\d{4}-.*Z$/) });
  expect((await save(now.version, opened.city)).envelope.ok).toBe(true);
});
