// Ways to break the product on purpose: the statements that prevent a fault, and the database's own guard behind them.
const payments = 'services/payments/dist';

export const mutations = {
  check: {
    finds: 'I4',
    sql: 'ALTER TABLE payments.account_balance DROP CONSTRAINT account_balance_covered',
    edits: [
      {
        file: `${payments}/ledger/hold.repository.js`,
        from: 'AND (allow_negative OR posted_minor - held_minor >= $2)',
        to: '',
      },
      {
        file: `${payments}/ledger/ledger.repository.js`,
        from: 'AND (allow_negative OR posted_minor + $2 >= held_minor - $3)',
        to: '',
      },
    ],
  },
  'unique-key': {
    finds: 'I7',
    sql: 'DROP INDEX payments.entitlement_active',
    edits: [
      {
        file: `${payments}/entitlements/entitlement.repository.js`,
        from: 'ON CONFLICT (county_id, account_id, doc_key, page) WHERE revoked_at IS NULL DO NOTHING',
        to: '',
      },
    ],
  },
};

/** Environment with which service processes load the broken files; no file on the disk is changed. */
export const environmentWithout = (name) => ({
  FAULTS_WITHOUT: name,
  NODE_OPTIONS: `--import ${new URL('mutate-build.mjs', import.meta.url).href}`,
});
