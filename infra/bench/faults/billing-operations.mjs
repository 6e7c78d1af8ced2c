// The work of staff on the monthly tasks of accounts. A bench run is too short to wait for the next month, so
// staff moves the day of an account's last tasks back, and the months since that day fall due.
import { randomUUID } from 'node:crypto';

const fee = (kind, monthlyFee, over = {}) => ({
  kind,
  monthlyFee,
  paymentMethod: 'ESCROW',
  money: 0,
  ...over,
});
const flat = { accountType: 'FLAT_FEE', flatFeeRateLevel: 1 };

/**
 * Accounts with enough money, with too little money, and without escrow. The months of the card account wait for
 * review, because the billing service charges no cards.
 */
const kinds = [
  fee('rich', 125, { money: 400_000 }),
  fee('poor', 900, { money: 2_000 }),
  fee('invoice', 250, { paymentMethod: 'INVOICE' }),
  fee('flat', 300, { ...flat, money: 200_000 }),
  fee('flat poor', 100, { ...flat, money: 1_000 }),
  fee('flat invoice', 0, { ...flat, paymentMethod: 'INVOICE' }),
  fee('card', 100, { paymentMethod: 'CREDIT_CARD' }),
];

const entry = {
  ...{ id: 0, accountType: 'A_LA_CARTE', flatFeeRateLevel: 0, imageChargeMethod: 'PAGE' },
  ...{ certificateChargeMethod: 'DOCUMENT', address: '', city: '', state: '', zip: '', phone: '', email: '' },
  ...{ landLinkAccount: '1047', postToLandLink: true, imageRetrieval: true, previewRetrieval: true },
  ...{ certificateRetrieval: true, certificatePreviewRetrieval: true, userReload: false },
};
/** How many months a run makes due for one account at most: fewer than the 24 that the billing service looks back. */
const MOST_MONTHS = 23;

/** The last day of the month `monthsAgo` months ago, as MM/DD/YYYY. */
export function lastDayOf(monthsAgo, now = new Date()) {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo + 1, 0));
  const text = (number) => String(number).padStart(2, '0');
  return `${text(day.getUTCMonth() + 1)}/${text(day.getUTCDate())}/${day.getUTCFullYear()}`;
}

const pay = (client, accountId, cents) =>
  client.askAgain('cashier/entry', {
    ...{ id: randomUUID(), accountId, kind: 'PAYMENT', means: 'CASH', number: '', note: 'faults' },
    amount: (cents / 100).toFixed(2),
  });

/**
 * Before the faults begin, creates accounts that have monthly tasks, in the same way as the office's pages do.
 * @returns {Promise<{ account: string, back: number }[]>} `back`: months since the last tasks
 */
export async function makeBilled({ client, count }) {
  const billed = [];
  for (let n = 0; n < count; n += 1) {
    const { kind, money, ...terms } = kinds[n % kinds.length];
    const asked = { ...entry, ...terms, name: `Monthly ${kind} ${n}`, lastTasks: lastDayOf(1) };
    const { content, message } = await client.askAgain('controlPanel/account', asked);
    if (!content) throw new Error(`no account with monthly tasks: ${message}`);
    if (money > 0) await pay(client, content.id, money);
    billed.push({ account: content.id, back: 1 });
  }
  return billed;
}

/** Records the months that an answer to staff shows in a final state. */
function note(history, content) {
  for (const { accountId, task, period, state } of content?.months ?? [])
    if (state === 'DONE' || state === 'SKIPPED_MANUAL')
      history.tasks.push({ account: accountId, task, period, state });
}

const typeOf = ({ known, content }) => (!known ? 'info' : content ? 'ok' : 'fail');

/**
 * Moves the day of an account's last tasks back, so that more months fall due. Sometimes moves it to the last month
 * instead, as if the tasks had been done elsewhere.
 */
async function months({ client, random, history, billed }) {
  const one = random.pick(billed);
  if (one.back < MOST_MONTHS) one.back += random.between(1, 3);
  const monthsAgo = random.chance(0.05) ? 1 : Math.min(one.back, MOST_MONTHS);
  const asked = { id: one.account, lastTasks: lastDayOf(monthsAgo) };
  const saved = await client.askAgain('controlPanel/accountTasks', asked);
  note(history, saved.content);
  return { type: typeOf(saved), account: one.account };
}

/**
 * Starts the tasks of the whole county, or those of one account, as the buttons of the pages do. Sometimes sends the
 * same request twice at once.
 */
async function run({ client, random, history, billed }) {
  if (random.chance(0.2))
    return { type: typeOf(await client.askAgain('controlPanel/countyConfig/runAccountTasks', {})) };
  const { account } = random.pick(billed);
  const press = () => client.askAgain('controlPanel/runAccountTasks', { accountId: account });
  const answers = await Promise.all(random.chance(0.3) ? [press(), press()] : [press()]);
  for (const { content } of answers) note(history, content);
  return { type: typeOf(answers[0]), account };
}

/** Prepares, as a TRIMIN user, a rerun of the months that wait for money or for review. */
async function prepare({ client, random, history, billed }) {
  if (random.chance(0.3))
    return {
      type: typeOf(await client.askAgain('controlPanel/countyConfig/prepareToRerunAccountTasks', {})),
    };
  const { account } = random.pick(billed);
  const prepared = await client.askAgain('controlPanel/prepareToRerunAccountTasks', { accountId: account });
  note(history, prepared.content);
  return { type: typeOf(prepared), account };
}

/** Enters money at the counter, enough for a month or two. */
async function fund({ client, random, billed }) {
  const { account } = random.pick(billed);
  return { type: typeOf(await pay(client, account, random.between(300, 2_000))), account };
}

/** Tells the portal that staff has billed an account, or renewed its images, outside the portal. */
async function indicate({ client, random, history, billed }) {
  const { account } = random.pick(billed);
  const path = random.pick(['accountTasksBilledNow', 'accountTasksImageRenewedNow']);
  const told = await client.askAgain(`controlPanel/${path}`, { id: account });
  note(history, told.content);
  return { type: typeOf(told), account };
}

/** Changes the day and the time of the county's schedule. No month may be charged a second time because of this. */
async function reschedule({ client, random }) {
  const path = 'controlPanel/countyConfig/billingSchedule';
  const { content } = await client.ask(path);
  if (!content) return { type: 'fail', why: 'no section' };
  const { version, value } = content;
  const changed = {
    renewalDay: random.between(1, 20),
    renewalTime: random.pick(['0:00', '2:30 AM', '11:59 PM']),
  };
  return {
    type: typeOf(await client.ask(path, { version, value: { ...value, ...changed }, reason: 'faults' })),
  };
}

/** The operations of staff; only TRIMIN may prepare a rerun. */
export const billingDeeds = { months, run, prepare, fund, indicate, reschedule };

const habits = [
  ...Array(4).fill('months'),
  ...Array(4).fill('run'),
  ...['prepare', 'prepare', 'prepare', 'fund', 'fund', 'fund', 'indicate', 'reschedule'],
];

/** Runs one of the operations of staff, chosen at random. */
export async function bill(user) {
  const what = user.random.pick(habits);
  return { ...(await billingDeeds[what](user)), what };
}
