// Work of clerks away from the counter: they delete accounts whose users are buying, and change fees during purchases.
import { randomUUID } from 'node:crypto';
import { PortalClient } from './client.mjs';
import { file } from './filing-operations.mjs';
import { typeOf } from './history.mjs';

/**
 * Prices a last page for a user whose account is about to be deleted. An account that pays ahead gets just enough money
 * for this page.
 * @returns the order's guid; undefined without a price
 */
async function lastOrder({ client, random, documents }, buyer, leaver) {
  const { documentKey } = random.pick(documents);
  const priced = await buyer.price(documentKey, [1]).catch(() => undefined);
  if (!priced?.shown) return undefined;
  if (leaver.paymentMethod === 'INVOICE') return priced.guid;
  const payment = { kind: 'PAYMENT', means: 'CASH', number: '', note: 'faults' };
  const amount = (priced.shown / 100).toFixed(2);
  await client.askAgain('cashier/entry', { id: randomUUID(), accountId: leaver.account, ...payment, amount });
  return priced.guid;
}

/** Pays for a priced order. Returns PAID, REFUSED or UNKNOWN. */
async function pay(buyer, guid) {
  if (guid === undefined) return 'REFUSED';
  const paid = await buyer.pay(guid).catch(() => ({ outcome: 'UNKNOWN' }));
  return paid.outcome;
}

/** Repeats the request to delete the account until its outcome is known. */
async function deleteAccount(client, accountId) {
  const { known, content } = await client.askAgain('controlPanel/accountDelete', { accountId });
  return known ? (content ? 'DELETED' : 'REFUSED') : 'UNKNOWN';
}

/**
 * Deletes an account while its only user spends the rest of its money. If the deletion is refused, tries once more
 * when the user is done. Some users have a card page open, so that the deletion is refused. Other users send a document
 * at the same time.
 */
export async function remove(user) {
  const { client, random, history, leavers, origin } = user;
  const leaver = leavers.shift();
  if (!leaver) return { type: 'fail', why: 'every account is deleted' };
  const buyer = new PortalClient(origin, leaver, leaver.address);
  // limits the attempts to sign in, because a deleted user can never sign in again
  buyer.patience = 2;
  await buyer.signIn();
  if (random.chance(0.2)) await buyer.ask('escrowDeposit/initiateDeposit', { amount: '25.00' });
  const guid = await lastOrder(user, buyer, leaver);
  const files = leaver.paymentMethod === 'INVOICE' && random.chance(0.25);
  const [paid, first] = await Promise.all([
    pay(buyer, guid),
    deleteAccount(client, leaver.account),
    files && file({ ...user, client: buyer }).catch(() => undefined),
  ]);
  const told = first === 'REFUSED' ? await deleteAccount(client, leaver.account) : first;
  history.removals.push({ account: leaver.account, guid, paid, told });
  return { type: told === 'DELETED' ? 'ok' : told === 'UNKNOWN' ? 'info' : 'fail', account: leaver.account };
}

/** The settings that clerks change, with random new values: fees in cents, and when the fee of a document is taken. */
const otherFees = {
  aLaCarte: (random) => ({
    imageFirstPage: random.between(50, 150),
    imageAdditionalPages: random.between(25, 75),
    searchByName: random.between(100, 200),
  }),
  efileFees: (random) => ({
    landRecordFirstPage: random.between(500, 1_500),
    landRecordAdditionalPages: random.between(0, 300),
    landRecordSurcharge: random.between(0, 100),
    chargeWhen: random.pick(['RECORDED', 'SUBMITTED']),
  }),
};

/** Changes what pages, searches and filings cost; two clerks may save at once, and the second is refused. */
export async function fees({ client, random }) {
  const section = random.pick(Object.keys(otherFees));
  const path = `controlPanel/countyConfig/${section}`;
  const { content } = await client.ask(path);
  if (!content) return { type: 'fail', why: 'no section' };
  const prices = otherFees[section](random);
  const { version, value } = content;
  const saved = await client.ask(path, { version, value: { ...value, ...prices }, reason: 'faults' });
  return { type: typeOf[!saved.known ? 'UNKNOWN' : saved.content ? 'PAID' : 'REFUSED'], version };
}
