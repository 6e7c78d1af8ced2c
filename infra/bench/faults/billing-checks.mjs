// Checks the monthly tasks: every answer to staff is true, and no month gets stuck.
import { brokenInvariants } from '../../../services/payments/src/verification/invariants.ts';
import { quietMonthInvariants } from '../../../services/billing/test/month-invariants.ts';

/**
 * Makes unpaid months due again, as if a day had passed. The billing service tries an unpaid month again when the
 * account's balance changes, and otherwise on the next day.
 */
export const passDay = `
  UPDATE billing.billing_period SET next_try_at = next_try_at - interval '1 day' WHERE state = 'NEEDS_FUNDS'`;

export const unfinishedMonths = ({ ask }) => brokenInvariants(ask, quietMonthInvariants);

/** I11 for months: a month that staff saw as charged or as done elsewhere stays in that state. */
export async function brokenMonths({ ask, history }) {
  const keyOf = ({ account, task, period }) => `${account}:${task}:${period}`;
  const kept = new Map(
    (await ask('SELECT account_id AS account, task, period, state FROM billing.billing_period')).map(
      (row) => [keyOf(row), row.state],
    ),
  );
  const told = new Map(history.tasks.map((month) => [keyOf(month), month.state]));
  return [...told]
    .filter(([key, state]) => kept.get(key) !== state)
    .map(([key, state]) => `I11 month ${key} was told ${state} and is ${kept.get(key)}`);
}
