import type { Tx } from '@portal/infra/db';
import { taskKey, type AskedCharge } from './task-charge.rules.js';

const claimOf = (tx: Tx, { notAfter, account, task, period }: AskedCharge) => [
  tx.countyId,
  notAfter,
  account,
  task,
  period,
];

/**
 * Waits until no other transaction charges or refuses this month, and keeps others out until the transaction ends.
 * Otherwise one copy of a command could be posted while another copy is being refused.
 */
export const lockTask = (tx: Tx, asked: AskedCharge): Promise<unknown> =>
  tx.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`task:${tx.countyId}:${taskKey(asked)}`]);

/** True if the charge was refused for the same claim of the billing service. `notAfter` identifies the claim. */
export async function isRefused(tx: Tx, asked: AskedCharge): Promise<boolean> {
  const found = await tx.row(
    `SELECT 1 AS found FROM refused_task
      WHERE county_id = $1 AND not_after = $2 AND account_id = $3 AND task = $4 AND period = $5`,
    claimOf(tx, asked),
  );
  return found !== undefined;
}

/**
 * Stores that the charge is refused for this claim. Removes the claims whose time has passed long ago, because commands
 * for these are refused anyway. They are kept for a day, because the clocks of processes may differ.
 */
export async function keepRefusal(tx: Tx, asked: AskedCharge, now: Date): Promise<void> {
  await tx.run(
    `DELETE FROM refused_task WHERE county_id = $1 AND not_after < $2::timestamptz - interval '1 day'`,
    [tx.countyId, now],
  );
  await tx.run(
    `INSERT INTO refused_task (county_id, not_after, account_id, task, period) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    claimOf(tx, asked),
  );
}
