import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@portal/infra/testing';
import type { AccountOverview, AccountPage } from '@portal/proto/http/accounts';
import type { CashierPage } from '@portal/proto/http/cashier';
import type { CodeDescription } from '@portal/proto/http/envelope';
import type { DownloadOrder, PaymentAnswer } from '@portal/proto/http/orders';
import { startDeposit } from './card-sandbox.js';
import { contentOf, orderOf, Visitor, type Reply } from './portal.js';

const PASSWORD = 'Heron-Bay-Ferry!7';
const HAS_MONEY =
  'This account has money or images left. Give the money back at the Cashier or set the images to 0, then delete the account.';
const HAS_HOLDS =
  'Something of this account is not finished: a purchase, a card payment, an e-filed document or a correction. Deactivate the account. Approve or refuse its corrections at the Cashier, and record or reject its documents in the E-File queue. Delete the account half an hour later.';
const CHANGED =
  'While you were asked whether to delete this account, its type or its images changed. Nothing was deleted. Choose Delete again to see what the account has now.';
const OWES =
  'This account has not paid for all its purchases. Enter the payment at the Cashier, then delete the account.';
const DELETED = 'The account and its users are deleted.';

let staff: Visitor;
beforeAll(async () => {
  staff = await Visitor.signedIn('demo.county');
});

interface Member {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly visitor: Visitor;
}

const terms = {
  ...{ accountType: 'A_LA_CARTE', monthlyFee: 0, flatFeeRateLevel: 0 },
  ...{ imageChargeMethod: 'DOCUMENT', certificateChargeMethod: 'DOCUMENT', postToLandLink: true },
  ...{ address: '', city: '', state: '', zip: '', phone: '', email: '', landLinkAccount: '10447' },
  ...{ lastTasks: '06/01/2026', imageRetrieval: true, previewRetrieval: true, certificateRetrieval: true },
  ...{ certificatePreviewRetrieval: true, userReload: false },
};

/** Returns a signed-in user of a new account with nothing left to settle. */
async function newMember(
  paymentMethod: 'ESCROW' | 'INVOICE' = 'ESCROW',
  accountType: 'A_LA_CARTE' | 'FLAT_FEE' = 'A_LA_CARTE',
): Promise<Member> {
  const mark = randomUUID().slice(0, 8);
  const [name, username] = [`Leaving ${mark}`, `leaving.${mark}`];
  const entry = { ...terms, accountType, id: 0, name, paymentMethod };
  expect((await staff.post('controlPanel/account', entry)).envelope.ok).toBe(true);
  const id = (await listed(name)).accounts[0]?.id ?? '';
  const user = { firstName: 'Odessa', lastName: 'Quill', email: `${username}@example.com`, role: 'USER' };
  const created = { id: 0, username, password: PASSWORD, accountId: id, ...user };
  expect((await staff.post('userManager/user', created)).envelope.ok).toBe(true);
  const visitor = new Visitor('lake');
  expect((await visitor.logIn({ username, password: PASSWORD })).envelope.ok).toBe(true);
  return { id, name, username, visitor };
}

const listed = (filterText: string) =>
  contentOf<AccountPage>(staff.post('controlPanel/accounts', { filterText }));
const remove = ({ id, name }: Member, by = staff, seen?: object): Promise<Reply> =>
  by.post('controlPanel/accountDelete', { accountId: id, filterText: name, seen });
const price = ({ visitor }: Member): Promise<DownloadOrder> =>
  contentOf<DownloadOrder>(visitor.post('imaging/computeDownloadOrder', orderOf('1')));
const centsOf = ({ feeSchedule }: DownloadOrder): number =>
  Math.round(Number(feeSchedule.singleItemPurchase?.item.value.replace(/[^\d.]/g, '')) * 100);
const isPaid = async ({ visitor }: Member, { imageState }: DownloadOrder): Promise<boolean> => {
  const { envelope } = await visitor.post('imaging/payDownloadOrder', { imageStateGuid: imageState.guid });
  return envelope.ok && (envelope.content as PaymentAnswer).status === 'PAID';
};
const post = (accountId: string, kind: 'PAYMENT' | 'REFUND', cents: number): Promise<Reply> =>
  staff.post('cashier/entry', {
    ...{ id: randomUUID(), accountId, kind, means: 'CASH', number: '', note: '' },
    amount: (cents / 100).toFixed(2),
  });
const isGone = async (member: Member): Promise<boolean> => {
  const signIn = await new Visitor('lake').logIn({ username: member.username, password: PASSWORD });
  const entry = await staff.get(`controlPanel/account/${member.id}`);
  return !signIn.envelope.ok && entry.status === 404 && (await listed(member.name)).total === 0;
};

test('C2-26 C2-60 an account with nothing left to settle is deleted with its users, who are signed out within a second', async () => {
  const member = await newMember();
  expect((await member.visitor.get('currentUser/profile')).status).toBe(200);
  const { status, envelope } = await remove(member);
  expect([status, envelope.ok, envelope.message]).toEqual([200, true, DELETED]);
  const content = envelope.content as AccountPage & { accountCodeDescriptionResults: CodeDescription[] };
  expect(content).toMatchObject({ accounts: [], total: 0 });
  expect(content.accountCodeDescriptionResults.length).toBeGreaterThan(0);
  expect(content.accountCodeDescriptionResults.map(({ code }) => code)).not.toContain(member.id);
  const profile = () => member.visitor.get('currentUser/profile');
  await eventually(async () => expect((await profile()).status).toBe(403), 1_000);
  expect(await isGone(member)).toBe(true);
  expect((await remove(member)).envelope).toMatchObject({ ok: true, message: DELETED });
});

test('an account with money is not deleted until the office has paid the money back', async () => {
  const member = await newMember();
  await post(member.id, 'PAYMENT', 1_250);
  expect((await remove(member)).envelope).toMatchObject({ ok: false, message: HAS_MONEY });
  expect((await member.visitor.get('currentUser/profile')).status).toBe(200);
  expect((await listed(member.name)).accounts).toMatchObject([{ status: 'A', userCount: 1 }]);
  await post(member.id, 'REFUND', 1_250);
  expect((await remove(member)).envelope).toMatchObject({ ok: true, message: DELETED });
  expect(await isGone(member)).toBe(true);
});

test('an account with images left from an earlier flat fee is deleted only if the request states their exact number', async () => {
  const member = await newMember('ESCROW', 'FLAT_FEE');
  const { id, name } = member;
  const usage = { id, imagesRemaining: 9, key: randomUUID() };
  expect((await staff.post(`controlPanel/accountFlatFeeUsage/${id}`, usage)).envelope.ok).toBe(true);
  const overview = async () =>
    (await contentOf<AccountOverview>(staff.get(`controlPanel/accountOverview/${id}`))).seen;
  const saw = await overview();
  expect(saw).toEqual({ accountType: 'FLAT_FEE', images: 0 });
  expect((await remove(member)).envelope.message).toBe(HAS_MONEY);
  expect(
    (await staff.post('controlPanel/account', { ...terms, id, name, paymentMethod: 'ESCROW' })).envelope.ok,
  ).toBe(true);
  expect(await overview()).toEqual({ accountType: 'A_LA_CARTE', images: 9 });
  for (const seen of [saw, undefined, { accountType: 'A_LA_CARTE', images: 8 }])
    expect((await remove(member, staff, seen)).envelope).toMatchObject({ ok: false, message: CHANGED });
  expect((await remove(member, staff, await overview())).envelope.message).toBe(DELETED);
  expect(await isGone(member)).toBe(true);
});

test('an account whose user has a card page open is not deleted', async () => {
  const member = await newMember();
  await startDeposit(member.visitor, '25.00');
  expect((await remove(member)).envelope).toMatchObject({ ok: false, message: HAS_HOLDS });
  expect((await listed(member.name)).total).toBe(1);
});

test('when a purchase spends the last money of an account during the deletion of the account, at least one of the two succeeds', async () => {
  for (let round = 0; round < 4; round += 1) {
    const member = await newMember();
    const order = await price(member);
    await post(member.id, 'PAYMENT', centsOf(order));
    const [paid, first] = await Promise.all([isPaid(member, order), remove(member)]);
    expect(paid || first.envelope.ok).toBe(true);
    if (!first.envelope.ok) {
      expect([HAS_HOLDS, HAS_MONEY]).toContain(first.envelope.message);
      expect((await remove(member)).envelope.message).toBe(DELETED);
    }
    expect(await isGone(member)).toBe(true);
  }
});

test('when a user buys by invoice while the office deletes the account, either the purchase or the deletion succeeds', async () => {
  for (let round = 0; round < 4; round += 1) {
    const member = await newMember('INVOICE');
    const order = await price(member);
    const [paid, first] = await Promise.all([isPaid(member, order), remove(member)]);
    expect(first.envelope.ok).toBe(!paid);
    if (paid) {
      expect([HAS_HOLDS, OWES]).toContain(first.envelope.message);
      expect((await remove(member)).envelope.message).toBe(OWES);
      const cashier = await contentOf<CashierPage>(staff.post('cashier/list', { accountId: member.id }));
      expect(cashier.account?.name).toBe(member.name);
      await post(member.id, 'PAYMENT', centsOf(order));
      expect((await remove(member)).envelope.message).toBe(DELETED);
    }
    expect(await isGone(member)).toBe(true);
  }
});

test.each(['ESCROW', 'CREDIT_CARD'])(
  'an account that owes on invoices and then pays by %s is deleted after it has paid the debt at the cashier',
  async (paymentMethod) => {
    const member = await newMember('INVOICE');
    const order = await price(member);
    expect(await isPaid(member, order)).toBe(true);
    const { id: accountId, name } = member;
    const entry = { ...terms, id: accountId, name, paymentMethod };
    const changed = await staff.post('controlPanel/account', entry);
    expect(changed.envelope).toMatchObject({ ok: true });
    expect((await remove(member)).envelope.message).toBe(OWES);
    const { account } = await contentOf<CashierPage>(staff.post('cashier/list', { accountId }));
    expect(account).toMatchObject({ paymentMethod, owed: `$${(centsOf(order) / 100).toFixed(2)}` });
    const settle = (cents: number) =>
      staff.post('cashier/entry', {
        ...{ id: randomUUID(), accountId, kind: 'PAYMENT', means: 'CASH', number: '', note: '' },
        ...{ amount: (cents / 100).toFixed(2), pays: 'INVOICES' },
      });
    expect((await settle(centsOf(order) + 1)).envelope).toMatchObject({
      ok: false,
      fields: {
        amount: 'The account owes less than this on invoices. Enter the amount that it owes, or less.',
      },
    });
    const { envelope } = await settle(centsOf(order));
    expect(envelope).toMatchObject({ ok: true, message: 'The entry is posted.' });
    const receipt = await staff.post('cashier/receipt', { id: (envelope.content as { id: string }).id });
    expect(receipt.headers['content-type']).toBe('application/pdf');
    expect((await remove(member)).envelope.message).toBe(DELETED);
  },
);

test('S9 only staff of the account’s own county can delete the account', async () => {
  const member = await newMember();
  for (const other of [await Visitor.signedIn('demo.county', 'saipan'), member.visitor])
    expect((await remove(member, other)).status).toBe(404);
  expect((await listed(member.name)).total).toBe(1);
  expect((await remove(member)).envelope.message).toBe(DELETED);
});
