// Ways to break the product on purpose. Each removes the guards against one error: the statements that prevent the
// error, and the constraint with which the database would prevent it.
const payments = 'services/payments/dist';
const ledger = `${payments}/ledger/ledger.repository.js`;
const settler = `${payments}/orders/order-settler.js`;
const orders = `${payments}/orders/order.repository.js`;

/**
 * Code that breaks the product: a paid order is charged at the rates of the newest order instead of the rates that its
 * buyer was shown.
 */
const priceOfNow = `
  const { rates } = (await tx.row(
    \`SELECT rates FROM download_order WHERE county_id = $1 AND charge_method = 'PAGE' AND asset = 'USD'
       AND funding <> 'CREDIT_CARD' ORDER BY created_at DESC LIMIT 1\`, [tx.countyId])) ?? {};
  if (rates && order.chargeMethod === 'PAGE' && order.chargeMinor > 0n && 'ESCROW INVOICE'.includes(order.funding)) {
    const more = order.pages.length - order.alreadyPurchased.length - 1;
    order = { ...order, rates, chargeMinor: BigInt(rates.firstPage + more * rates.additionalPages) };
    await tx.run('UPDATE download_order SET rates = $3, charge_minor = $4 WHERE county_id = $1 AND id = $2',
      [tx.countyId, order.id, JSON.stringify(rates), String(order.chargeMinor)]);
  }`;

/**
 * `finds`: the expected violations; the run ends at the first one. `waits`: the violations count only when everything
 * is quiet, so the run continues to its end. `crashes`: the failpoint at which processes are killed repeatedly, because
 * the guard is needed only after a crash. `sql` and `edits` remove the guards.
 */
export const mutations = {
  check: {
    finds: /^I4 no balance/,
    sql: ['ALTER TABLE payments.account_balance DROP CONSTRAINT account_balance_covered'],
    edits: [
      {
        file: `${payments}/ledger/hold.repository.js`,
        from: 'AND (b.allow_negative OR b.posted_minor - b.held_minor >= $5)',
        to: '',
      },
      { file: ledger, from: 'AND (allow_negative OR posted_minor + $2 >= held_minor - $3)', to: '' },
    ],
  },
  'unique-key': {
    finds: /^I7 an account has a page once/,
    sql: ['DROP INDEX payments.entitlement_active'],
    edits: [
      {
        file: `${payments}/entitlements/entitlement.repository.js`,
        from: 'ON CONFLICT (county_id, account_id, doc_key, page) WHERE revoked_at IS NULL DO NOTHING',
        to: '',
      },
    ],
  },
  'entry-key': {
    finds: /^I5 an operation is posted once/,
    sql: ['ALTER TABLE payments.journal_entry DROP CONSTRAINT journal_entry_operation'],
    edits: [
      { file: ledger, from: 'ON CONFLICT ON CONSTRAINT journal_entry_operation DO NOTHING', to: '' },
      {
        file: `${payments}/searches/search-charge.service.js`,
        from: "if (await this.isCharged(tx, charge)) return 'CHARGED';",
        to: '',
      },
    ],
  },
  inbox: {
    finds: /^I10 \d+ facts are audited twice/,
    sql: ['ALTER TABLE reports.audit_log DROP CONSTRAINT audit_log_event_id_key'],
    edits: [
      { file: 'infra/dist/events/event-consumer.js', from: 'noted.delete(id)', to: 'true' },
      {
        file: 'services/reports/dist/audit/audit.recorder.js',
        from: '!known.has(id)',
        to: 'true',
      },
    ],
  },
  fence: {
    finds: /^I5/,
    sql: [],
    edits: [
      { file: orders, from: 'AND (lease_until IS NULL OR lease_until < clock_timestamp())', to: '' },
      { file: orders, from: 'AND lease_until < clock_timestamp() ORDER BY', to: 'ORDER BY' },
      { file: orders, from: 'AND id = $2 AND state = $3`', to: 'AND id = $2 AND $3::text IS NOT NULL`' },
      { file: orders, from: 'if (!mayMove(from, to))', to: 'if (false)' },
      { file: settler, from: 'if (!isUnderWay(state))', to: 'if (false)' },
    ],
  },
  signature: {
    finds: /^I8 a notification that the provider did not sign/,
    sql: [],
    edits: [
      {
        file: `${payments}/cards/authorizenet/webhook-signature.js`,
        from: 'received.length === expected.length && timingSafeEqual(received, expected)',
        to: 'true',
      },
    ],
  },
  amount: {
    finds: /^I8 (an entry of|0 payments for)/,
    sql: [],
    edits: [
      {
        file: `${payments}/attempts/attempt.rules.js`,
        from: "if (transaction.authorized !== attempt.expected) return mismatch('AMOUNT');",
        to: '',
      },
      { file: `${payments}/attempts/attempt.rules.js`, from: '&& settling === expected', to: '' },
    ],
  },
  'card-limit': {
    finds: /^I4 no card is used/,
    sql: ['ALTER TABLE payments.card_authorization DROP CONSTRAINT card_authorization_covered'],
    edits: [
      {
        file: `${payments}/authorizations/card-spending.js`,
        from: 'AND used_minor + $2 <= authorized_minor',
        to: '',
      },
    ],
  },
  closing: {
    finds: /^I16 nothing is posted for an account after it was closed/,
    sql: [
      `CREATE OR REPLACE FUNCTION payments.account_is_open(account uuid) RETURNS boolean LANGUAGE sql AS 'SELECT true'`,
    ],
    edits: [],
  },
  'shown-price': {
    finds: /^I11 order .* was shown for/,
    waits: true,
    sql: [],
    edits: [
      {
        file: `${payments}/orders/order-holder.js`,
        from: 'const reserved = await this.reserve.reserve(',
        to: `${priceOfNow} const reserved = await this.reserve.reserve(`,
      },
    ],
  },
  question: {
    finds: /^I12 \d+ authorizations (are not closed|were given up)/,
    waits: true,
    crashes: 'closing-changed',
    sql: [],
    edits: [
      {
        file: `${payments}/authorizations/authorization-closer.js`,
        from: "if (known?.status === 'AUTHORIZED')",
        to: 'if (known)',
      },
    ],
  },
};

/** Environment with which service processes load the broken modules; no file on disk is changed. */
export const environmentWithout = (name) => ({
  FAULTS_WITHOUT: name,
  NODE_OPTIONS: `--import ${new URL('mutate-build.mjs', import.meta.url).href}`,
});
