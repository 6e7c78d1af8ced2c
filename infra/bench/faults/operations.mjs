// The operations of a virtual user. Each records in the history what the user learned from it.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { bill } from './billing-operations.mjs';
import { file, settle } from './filing-operations.mjs';
import { typeOf } from './history.mjs';
import { fees, remove } from './office-operations.mjs';
import { purge, purgeAudit, revive } from './purge-operations.mjs';

/** Picks one to five pages of a document in ascending order; selections overlap. */
function pickPages(random, pageCount) {
  const pages = new Set();
  const wanted = Math.min(pageCount, random.between(1, 5));
  while (pages.size < wanted) pages.add(random.between(1, pageCount));
  return [...pages].sort((a, b) => a - b);
}

/**
 * In three of ten calls, picks the same document for all users; every 1.5 seconds another document takes its place. So
 * both users of an account often buy the same pages at once.
 */
function pickDocument(random, documents) {
  const moment = Math.floor(Date.now() / 1_500) % documents.length;
  return random.chance(0.3) ? documents[moment] : random.pick(documents);
}

async function purchase({ client, random, documents, history }) {
  const { documentKey, pageCount } = pickDocument(random, documents);
  const pages = pickPages(random, pageCount);
  const { guid, shown } = (await client.price(documentKey, pages)) ?? {};
  if (guid === undefined) return { type: 'fail', why: 'no price' };
  const began = performance.now();
  if (random.chance(0.05)) void client.ask('imaging/cancelImageState', { imageStateGuid: guid });
  const paid = await client.pay(guid);
  const { session } = client;
  history.purchases.push({
    guid,
    client,
    session,
    pages: pages.length,
    shown,
    ms: performance.now() - began,
    answered: Date.now(),
    ...paid,
  });
  if (paid.outcome === 'PAID' && random.chance(0.15)) await client.download(guid).catch(() => undefined);
  return { type: typeOf[paid.outcome], guid, asked: paid.asked };
}

/** Faults of the card page; most payments have none. */
const pageFaults = [
  ...[
    'dropReply',
    'dropReply',
    'duplicate',
    ...Array(3).fill('wrongAmount'),
    'otherMerchant',
    'wrongInvoice',
    'held',
    'decline',
  ],
  ...['error500', 'slow', 'authOnly', 'saleOnly', 'old'],
];

/**
 * Pays on the card page and tells the portal once, twice, late, or never because the frame is closed.
 * @returns the portal's last answer
 */
async function payInFrame({ client, random, book, tally }, { token, attemptId }, path) {
  if (random.chance(0.35)) {
    const mode = random.pick(pageFaults);
    tally.add('F11', `card page ${mode}`);
    await book.misbehave({ on: 'pay', mode, ms: 2_000 });
  }
  const told = await book.pay(token);
  if (!told?.transId || random.chance(0.12)) return { known: false, silent: true };
  if (random.chance(0.15)) await sleep(random.between(200, 3_000));
  const report = { attemptId, transactionResponse: { responseCode: '1', ...told } };
  const reports = random.chance(0.15) ? [report, report] : [report];
  const answers = await Promise.all(reports.map((body) => client.askAgain(path, body)));
  return answers.find(({ content }) => content) ?? answers[0];
}

async function deposit(user) {
  const { client, random, history, kind } = user;
  const amount = (random.between(1_000, kind === 'POOR' ? 1_100 : 9_999) / 100).toFixed(2);
  const opened = await client.ask('escrowDeposit/initiateDeposit', { amount });
  if (!opened.content) return { type: opened.known ? 'fail' : 'info', why: opened.message };
  const { tokenResults: frame } = opened.content;
  const { content, known } = await payInFrame(user, frame, 'escrowDeposit/completeDeposit');
  if (content?.completed) history.believed.push({ attemptId: frame.attemptId, states: credited });
  if (content && !content.completed && !content.pending) return { type: 'fail', attemptId: frame.attemptId };
  return { type: content?.completed ? 'ok' : known ? 'fail' : 'info', attemptId: frame.attemptId };
}

const credited = ['CREDITED', 'SETTLED'];

async function authorize(user) {
  const { client, history } = user;
  const opened = await client.ask('creditcard/authorize', {});
  if (!opened.content) return { type: opened.known ? 'fail' : 'info', why: opened.message };
  const { content, known } = await payInFrame(user, opened.content, 'creditcard/authorizationResponse');
  const { attemptId } = opened.content;
  if (content?.authorizationOkay) history.believed.push({ attemptId, states: ['AUTHORIZED'] });
  return { type: content?.authorizationOkay ? 'ok' : known ? 'fail' : 'info', attemptId };
}

/** Signs out, which ends the session's card authorization. */
async function leave({ client }) {
  await client.signOut();
  await client.signIn();
  return { type: 'ok' };
}

/** Charges a search like the search service: all batches and page turns of one search use the same key. */
async function search({ random, history, charge, session }) {
  const actor = await session();
  if (!actor) return { type: 'fail', why: 'no session yet' };
  const key = `faults ${randomUUID()}`;
  const times = random.chance(0.4) ? random.between(2, 4) : 1;
  const answers = await Promise.all(Array.from({ length: times }, () => charge(actor, key)));
  const outcome = answers.find((answer) => answer !== undefined);
  history.searches.push({ key: `${actor.user}:${key}`, charged: answers.includes('CHARGED') });
  return { type: outcome === undefined ? 'info' : outcome === 'CHARGED' ? 'ok' : 'fail', outcome };
}

async function bundle({ client, random, history }) {
  const listed = await client.ask('flatFee/getAddOnOptions', {});
  const options = listed.content?.purchaseOptions.flatFeeOptions.options ?? [];
  if (options.length === 0) return { type: 'fail', why: listed.message };
  const { guid } = listed.content;
  const imageStateReference = { imageStateGuid: guid };
  const option = random.pick(options).value;
  const confirmed = await client.ask('flatFee/getUserAddOnConfirmation', { option, imageStateReference });
  if (!confirmed.content?.ok) return { type: 'fail', why: confirmed.message };
  const bought = await client.askAgain('flatFee/userAddOn', { imageStateGuid: guid });
  const outcome = !bought.known ? 'UNKNOWN' : bought.content?.ok ? 'PAID' : 'REFUSED';
  history.bundles.push({ guid, outcome });
  return { type: typeOf[outcome], guid };
}

/**
 * A random entry at the office's counter, with its amount in dollars. Half of the corrections are above the default
 * limit of $100, so they need the other clerk's approval.
 */
const officeEntry = (random) => {
  const kind = random.pick(['PAYMENT', 'PAYMENT', 'REFUND', 'CORRECTION', 'CORRECTION']);
  const amount = (random.between(100, 20_000) / 100).toFixed(2);
  const means = kind === 'CORRECTION' ? null : random.pick(['CHECK', 'CASH', 'TRANSFER']);
  const sign = kind === 'CORRECTION' && random.chance(0.5) ? '-' : '';
  return { kind, means, amount: `${sign}${amount}`, number: '20498', note: 'faults' };
};

/**
 * Posts a random cashier entry and retries until the outcome is known. Sometimes sends the same entry twice in
 * parallel.
 */
async function office({ client, random, history, accounts }) {
  const entry = { id: randomUUID(), accountId: random.pick(accounts), ...officeEntry(random) };
  const send = () => client.askAgain('cashier/entry', entry);
  const answers = await Promise.all(random.chance(0.3) ? [send(), send()] : [send()]);
  const told = answers.find(({ content }) => content) ?? answers[0];
  const state = !told.known ? 'UNKNOWN' : (told.content?.state ?? 'REFUSED');
  history.office.push({ id: entry.id, state });
  return { type: state === 'UNKNOWN' ? 'info' : state === 'REFUSED' ? 'fail' : 'ok', id: entry.id };
}

/** Approves or refuses an entry that waits. The portal must not let clerks approve their own entries. */
async function decide({ client, random, history }) {
  const waiting = await client.ask('cashier/list', {});
  const entries = waiting.content?.entries ?? [];
  if (entries.length === 0) return { type: 'fail', why: 'nothing waits' };
  const { id, own } = random.pick(entries);
  const decided = await client.askAgain('cashier/decision', { id, approve: random.chance(0.7) });
  if (decided.content?.state) history.office.push({ id, state: decided.content.state });
  return { type: decided.content ? 'ok' : decided.known ? 'fail' : 'info', id, own };
}

/** Sends a notification that is not from the provider, with a signature that a stranger could make. */
async function forge({ history, origin }) {
  const notificationId = randomUUID();
  const eventType = 'net.authorize.payment.authcapture.created';
  const body = JSON.stringify({
    notificationId,
    eventType,
    payload: { entityName: 'transaction', id: '60000000001' },
  });
  history.forged.push(notificationId);
  const headers = { 'content-type': 'application/json', 'x-anet-signature': `sha512=${'A'.repeat(128)}` };
  const address = `${origin}/LandShark/api/webhooks/authorizenet/lake`;
  const answer = await fetch(address, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) });
  return { type: answer.status === 401 ? 'fail' : 'info' };
}

const operations = {
  ...{ purchase, deposit, authorize, leave, search, bundle },
  ...{ office, decide, remove, fees, forge },
  ...{ bill, settle, purge, revive, purgeAudit },
  file: (user) => file(user, payInFrame),
};

/** The operations of each kind of user, with their frequency. */
const habits = {
  ESCROW: { purchase: 8, deposit: 4, search: 2, file: 1 },
  POOR: { purchase: 8, deposit: 1, search: 4 },
  FLAT_FEE: { purchase: 8, bundle: 2, deposit: 1 },
  INVOICE: { purchase: 8, search: 2, file: 1 },
  CREDIT_CARD: { purchase: 5, search: 4, authorize: 3, leave: 1, file: 2 },
  CLERK: { office: 6, decide: 2, remove: 2, fees: 2, bill: 4, settle: 2, purge: 1, revive: 1 },
  PROVIDER: { bill: 8, purgeAudit: 1 },
  STRANGER: { forge: 1 },
};

/** Runs operations until `isOver`. */
export async function live(user, isOver) {
  const { random, history, kind } = user;
  const choices = Object.entries(habits[kind]).flatMap(([name, weight]) => Array(weight).fill(name));
  while (!isOver()) {
    const name = random.pick(choices);
    await history.note(user.name, name, () => operations[name](user));
    await sleep(kind === 'STRANGER' ? 2_000 : random.between(0, 300));
  }
}
