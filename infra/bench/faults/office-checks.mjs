// Checks deleted accounts, and prices that were shown while fees changed.

/**
 * Accounts that the payments service has closed but the identity service has not deleted. Their users could sign in but
 * not pay.
 */
export const halfDeleted = [
  'I12',
  'accounts are closed and not removed',
  `SELECT c.account_id FROM payments.closed_account c
     JOIN identity.account a ON a.county_id = c.county_id AND a.id = c.account_id`,
];

const removedWithoutClosing = `
  SELECT f.id FROM identity.former_account f
   WHERE NOT EXISTS (SELECT 1 FROM payments.closed_account c WHERE c.county_id = f.county_id AND c.account_id = f.id)`;

/** I11 for deletions: the answers to the clerk and to the user are true, and a deleted account has no users. */
export async function brokenRemovals({ ask, history }) {
  const closed = await idsOf(ask, 'SELECT account_id AS id FROM payments.closed_account');
  const users = await idsOf(ask, 'SELECT DISTINCT account_id AS id FROM identity.app_user');
  const paid = await idsOf(
    ask,
    `SELECT image_state_id AS id FROM payments.download_order WHERE state IN ('PAID', 'DELIVERED')`,
  );
  const broken = (await ask(removedWithoutClosing)).map(
    ({ id }) => `I16 account ${id} was removed and not closed`,
  );
  for (const { account, guid, paid: outcome, told } of history.removals) {
    const isClosed = closed.has(account);
    if (told !== 'UNKNOWN' && isClosed !== (told === 'DELETED'))
      broken.push(`I11 account ${account} was told ${told} and is ${isClosed ? 'closed' : 'open'}`);
    if (isClosed && users.has(account)) broken.push(`I16 account ${account} is deleted and has users`);
    if (outcome === 'PAID' && !paid.has(guid))
      broken.push(`I11 order ${guid} of a deleted account was told paid`);
    if (outcome === 'REFUSED' && paid.has(guid))
      broken.push(`I11 order ${guid} was told refused and is paid`);
  }
  return broken;
}

/** An order keeps the price that its buyer was shown, whatever the fees are when it is paid. */
export async function brokenPrices({ ask, history }) {
  const shown = new Map(
    history.purchases.flatMap(({ guid, shown: cents }) => (cents ? [[guid, cents]] : [])),
  );
  const rows = await ask(
    `SELECT image_state_id AS guid, charge_minor::int AS cents FROM payments.download_order
      WHERE image_state_id = ANY($1::uuid[]) AND state IN ('PAID', 'DELIVERED') AND asset = 'USD'`,
    [[...shown.keys()]],
  );
  return rows
    .filter(({ guid, cents }) => shown.get(guid) !== cents)
    .map(({ guid, cents }) => `I11 order ${guid} was shown for ${shown.get(guid)} cents and priced ${cents}`);
}

const idsOf = async (ask, sql) => new Set((await ask(sql)).map(({ id }) => id));
