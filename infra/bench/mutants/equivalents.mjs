/**
 * Changes that no test can detect, each with the reason. They count neither as killed nor as survived.
 * @type {readonly { file: string, what: readonly string[], why: string }[]} `file`: the end of the path; `what`: the
 * changes, worded as in the list of survivors
 */
export const equivalents = [
  {
    file: 'ledger/entry.rules.ts',
    what: ['(totals.get(account.asset) ?? 0n) + amount: + → -'],
    why: 'the negative of a sum is zero when the sum is',
  },
  {
    file: 'deposits/deposit.rules.ts',
    what: ['arguments of percentOf(cents, BigInt(escrow.creditCardSurchargePercent)) swapped'],
    why: 'a product has the same value in either order',
  },
  {
    file: 'prices/price.rules.ts',
    what: ["'' → 'changed'"],
    why: 'an empty instrument code finds the same rate one line below',
  },
  {
    file: 'add-ons/add-on.rules.ts',
    what: ['actor.terms?.userReload ?? false: ?? → its left side', 'false → true'],
    why: 'without terms there is no flat fee, and the answer is asked for its truth alone',
  },
  {
    file: 'transactions/transaction.rules.ts',
    what: ['86_400_000 → 86400001'],
    why: 'a millisecond after midnight is the same day',
  },
  {
    file: 'audit/audit.rules.ts',
    what: ['seq > most: > → >='],
    why: 'the greater of two equal numbers is either',
  },
  {
    file: 'transactions/transaction-table.rules.ts',
    what: ['amount < 0: < → <='],
    why: 'an amount of 0 is written as nothing one line above',
  },
  {
    file: 'searching/timestamp.rules.ts',
    what: ["'' → 'changed'"],
    why: 'a text that matches the pattern has all four parts',
  },
  {
    file: 'searching/timestamp.rules.ts',
    what: ['arguments of timingSafeEqual(given, sign(key, searcher, body)) swapped'],
    why: 'two buffers are equal in either order',
  },
  {
    file: 'db/standbys.rules.ts',
    what: ['indexOf → lastIndexOf'],
    why: 'a position has one slash',
  },
];
