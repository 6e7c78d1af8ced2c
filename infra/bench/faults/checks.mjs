// The invariants of money and of what clients saw. Some must hold at any moment, the others only when nothing is under
// way.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  brokenDownloads,
  brokenHistory,
  keptPurchasesSql,
} from '../../../services/payments/test/history-checks.ts';
import {
  brokenInvariants,
  invariants,
  quietInvariants,
} from '../../../services/payments/src/verification/invariants.ts';
import { brokenProviderTruth, providerMoneySql } from '../../../services/payments/test/provider-truth.ts';
import { monthInvariants } from '../../../services/billing/test/month-invariants.ts';
import { brokenMonths, passDay, unfinishedMonths } from './billing-checks.mjs';
import { brokenFacts } from './fact-checks.mjs';
import { REFUSAL } from './fact-faults.mjs';
import * as filings from './filing-checks.mjs';
import { isOpen } from './object-faults.mjs';
import { brokenPrices, brokenRemovals, halfDeleted } from './office-checks.mjs';
import * as purges from './purge-checks.mjs';

/** The invariants of money and of monthly tasks that hold at any moment. */
export const always = [...invariants, ...monthInvariants];

const QUIET_WITHIN_MS = 180_000;
const DOWNLOADED = 60;

/**
 * Checks the invariants repeatedly while faults strike.
 * @returns each violation once; also passed to `onBroken`
 */
export async function watch({ ask, isOver, onBroken, everyMs = 2_000 }) {
  const seen = new Map();
  while (!isOver()) {
    for (const text of await brokenInvariants(ask, always)) {
      const [id] = text.split(':');
      if (seen.has(id)) continue;
      seen.set(id, `${text} (while faults struck)`);
      onBroken(text);
    }
    await sleep(everyMs);
  }
  return [...seen.values()];
}

/**
 * Moves the times of all waiting work back by an hour, so that the work falls due. All times move equally, so that the
 * oldest work is still done first.
 */
export const passTime = [
  ...[
    ['payment_attempt', 'next_look_at'],
    ['webhook_inbox', 'next_try_at'],
    ['card_authorization', 'next_try_at'],
    ['filing_refund', 'next_try_at'],
  ].map(
    ([table, due]) =>
      `UPDATE payments.${table} SET ${due} = ${due} - interval '1 hour' WHERE ${due} IS NOT NULL`,
  ),
  passDay,
];

/** Marks the dead facts that the harness caused, as an operator would, so that the services apply them again (F10). */
const runAgain = ['payments', 'reports'].map(
  (service) => `UPDATE ${service}.dead_event SET again = true WHERE reason LIKE '%${REFUSAL}%'`,
);

const underWay = [
  [
    'I12',
    'purchases are under way',
    `SELECT id FROM payments.download_order WHERE state IN ('HELD', 'RENDERED')`,
  ],
  [
    'I12',
    'amounts are set aside, not for documents that the office has yet to record',
    `SELECT id FROM payments.hold h WHERE state = 'PENDING' AND NOT EXISTS (
       SELECT 1 FROM imaging.filing f
        WHERE f.county_id = h.county_id AND f.id = h.order_id
          AND f.state IN ('SUBMITTED', 'IN_REVIEW', 'CORRECTION_ASKED'))`,
  ],
  [
    'I12',
    'authorizations are not closed',
    `SELECT id, state, last_outcome FROM payments.card_authorization
     WHERE state IN ('AUTHORIZED', 'CLOSING')`,
  ],
  [
    'I12',
    'authorizations were given up',
    `SELECT id FROM payments.card_authorization WHERE state = 'FAILED'`,
  ],
  [
    'I12',
    'notifications wait',
    `SELECT notification_id FROM payments.webhook_inbox WHERE next_try_at IS NOT NULL AND tries < 3`,
  ],
  halfDeleted,
  ...filings.underWay,
  ...purges.underWay,
  ['I12', 'payments are held', `SELECT id FROM payments.payment_attempt WHERE state = 'HELD_FOR_REVIEW'`],
];

/**
 * Waits until nothing is under way, or the expected violation is found.
 * @returns the work that is still unfinished
 */
async function awaitQuiet(context) {
  const { ask, book, isSought } = context;
  for (const until = Date.now() + QUIET_WITHIN_MS; ; await sleep(1_000)) {
    for (const transaction of await book.transactions())
      if (transaction.status.startsWith('FDS'))
        await book.review(transaction.transId, Number(transaction.transId) % 2 === 0);
    const broken = await brokenInvariants(ask, quietInvariants);
    for (const [id, what, sql] of underWay) {
      const rows = await ask(sql);
      if (rows.length > 0) broken.push(`${id} ${rows.length} ${what}, first ${JSON.stringify(rows[0])}`);
    }
    broken.push(...(await brokenProvider(context)), ...(await brokenFacts(context)));
    broken.push(...(await unfinishedMonths(context)));
    if (broken.length === 0 || broken.some(isSought) || Date.now() > until) return broken;
    if (Date.now() > (context.nextPass ?? 0)) {
      for (const sql of [...passTime, ...runAgain]) await ask(sql);
      context.nextPass = Date.now() + 16_000;
    }
  }
}

/** Every broken invariant as text. */
export async function check(context) {
  const { ask, history, random } = context;
  const guids = history.purchases.map(({ guid }) => guid);
  return [
    ...(await awaitQuiet(context)),
    ...(await brokenInvariants(ask, always)),
    ...brokenHistory(history.purchases, await ask(keptPurchasesSql, [guids])),
    ...(await brokenBeliefs({ ask, history })),
    ...(await brokenRemovals({ ask, history })),
    ...(await brokenPrices({ ask, history })),
    ...(await brokenMonths({ ask, history })),
    ...(await filings.brokenFilings({ ask, history })),
    ...(await purges.brokenPurges(context)),
    ...(await checkDownloads({ ask, history, random })),
  ];
}

/** I8: compares the provider's transactions with ours, one by one. */
async function brokenProvider({ ask, book }) {
  const [posted, attempts, transactions] = [
    await ask(providerMoneySql.posted),
    await ask(providerMoneySql.attempts),
    await book.transactions(),
  ];
  return brokenProviderTruth({
    posted,
    attempts,
    payments: transactions.map(
      ({ transId, type, status, authAmount, settleAmount, invoice, login, submitTimeUTC }) => ({
        id: transId,
        mode: type === 'authOnlyTransaction' ? 'AUTH' : 'SALE',
        taken: ['capturedPendingSettlement', 'settledSuccessfully'].includes(status) ? settleAmount : 0,
        authorized: authAmount,
        invoice,
        ours: login !== 'another-merchant',
        submitted: new Date(submitTimeUTC),
      }),
    ),
  });
}

/**
 * Checks I11 for everything except orders: every answer to a client is true. Also checks that no forged notification is
 * stored (I8).
 */
async function brokenBeliefs({ ask, history }) {
  const states = new Map(
    (await ask('SELECT id, state FROM payments.payment_attempt')).map(({ id, state }) => [id, state]),
  );
  const believed = history.believed
    .filter(({ attemptId, states: good }) => !good.includes(states.get(attemptId)))
    .map(({ attemptId }) => `I11 payment ${attemptId} was told to be done and is ${states.get(attemptId)}`);
  const bundles = new Map(
    (await ask('SELECT id, state FROM payments.add_on')).map(({ id, state }) => [id, state]),
  );
  const wrong = history.bundles.filter(
    ({ guid, outcome }) => outcome !== 'UNKNOWN' && (outcome === 'PAID') !== (bundles.get(guid) === 'BOUGHT'),
  );
  const keys = new Set(
    (await ask(`SELECT op_key FROM payments.journal_entry WHERE op_type = 'SEARCH'`)).map(
      ({ op_key: key }) => key,
    ),
  );
  const entered = new Map(
    (await ask('SELECT id, state FROM payments.office_entry')).map(({ id, state }) => [id, state]),
  );
  const office = history.office.filter(({ id, state }) => !isSoAtTheOffice(state, entered.get(id)));
  const searches = history.searches.filter(({ key, charged }) => charged && !keys.has(key));
  const forged = await ask(
    'SELECT notification_id FROM payments.webhook_inbox WHERE notification_id = ANY($1)',
    [history.forged],
  );
  return [
    ...believed,
    ...wrong.map(({ guid, outcome }) => `I11 bundle ${guid} was ${outcome} and is ${bundles.get(guid)}`),
    ...office.map(({ id, state }) => `I11 office entry ${id} was told ${state} and is ${entered.get(id)}`),
    ...searches.map(({ key }) => `I11 search ${key} was charged and has no entry`),
    ...forged.map(
      (row) => `I8 a notification that the provider did not sign was kept: ${row.notification_id}`,
    ),
  ];
}

/**
 * True if the stored state of an entry fits what the clerk was told. An entry that waited may have been decided since
 * then; an entry that a rule refused is not stored.
 */
const isSoAtTheOffice = (told, kept) => {
  if (told === 'UNKNOWN') return true;
  if (told === 'WAITING') return kept !== undefined;
  return told === 'POSTED' ? kept === 'POSTED' : kept === undefined || kept === 'REFUSED';
};

/**
 * The ledger's entries since a given time, except deposits, bundles and money in suspense, because the portal's checks
 * of card payments may have posted these meanwhile.
 */
const postedSince = `
  SELECT op_type, op_key FROM payments.journal_entry
  WHERE posted_at > $1::timestamptz AND op_type NOT IN ('DEPOSIT', 'ADD_ON', 'SUSPENSE')`;

/**
 * Checks I6 for a sample of the paid orders and for all orders whose PDF was damaged: two downloads of an order are
 * equal, match what was paid, have as many pages as the order, and post nothing.
 */
async function checkDownloads({ ask, history, random }) {
  const paid = history.purchases.filter(isOpen).sort(() => random.next() - 0.5);
  const damaged = history.damaged.filter(isOpen);
  const sample = [
    ...new Map([...damaged, ...paid.slice(0, DOWNLOADED)].map((one) => [one.guid, one])).values(),
  ];
  const [{ now }] = await ask('SELECT clock_timestamp()::text AS now');
  const broken = [];
  const downloads = [];
  for (const { guid, client } of sample) {
    for (const _time of [1, 2]) {
      const download = await client.download(guid).catch((error) => broken.push(`I6 ${error.message}`));
      if (download.sha256) downloads.push(download);
    }
  }
  broken.push(...brokenDownloads(new Map(sample.map(({ guid, pages }) => [guid, pages])), downloads));
  broken.push(...(await otherThanPaid(ask, downloads)), ...otherThanBefore(damaged, downloads));
  for (const entry of await ask(postedSince, [now]))
    broken.push(`I6 while downloads ran, ${entry.op_type} ${entry.op_key} was posted`);
  return broken;
}

/** Finds downloads that differ from the undamaged PDF. */
function otherThanBefore(damaged, downloads) {
  const before = new Map(damaged.map(({ guid, sha256 }) => [guid, sha256]));
  const others = downloads.filter(({ guid, sha256 }) => before.has(guid) && before.get(guid) !== sha256);
  return others.map(({ guid }) => `I6 ${guid} was damaged, and its buyer got another PDF`);
}

/** Finds downloads that differ from the PDF that was paid for. */
async function otherThanPaid(ask, downloads) {
  const rows = await ask(
    `SELECT image_state_id AS guid, object_sha256 AS sha256 FROM payments.download_order
      WHERE image_state_id = ANY($1::uuid[]) AND state IN ('PAID', 'DELIVERED')`,
    [downloads.map(({ guid }) => guid)],
  );
  const paidFor = new Map(rows.map(({ guid, sha256 }) => [guid, sha256]));
  const others = downloads.filter(({ guid, sha256 }) => paidFor.get(guid) !== sha256);
  return others.map(({ guid }) => `I6 ${guid} is another PDF than the one that was paid`);
}
