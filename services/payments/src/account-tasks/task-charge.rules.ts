import type { chargeAccountTask } from '@portal/proto/rpc/account-tasks';
import type { Parsed } from '@portal/proto/rpc/contract';
import { addOnLines, monthlyFeeLines } from '../ledger/card-entries.rules.js';
import type { Line } from '../ledger/entry.rules.js';

export type AskedCharge = Parsed<typeof chargeAccountTask>;

/** Returns the business key of the charge for one month of a task (I9). */
export const taskKey = ({
  account,
  task,
  period,
}: Pick<AskedCharge, 'account' | 'task' | 'period'>): string => `${account}:${task}:${period}`;

/**
 * Returns the ledger lines for the charge of a task. A free renewal of unlimited images has no lines
 * (payments/DESIGN.md#chart-of-entries).
 */
export function taskLines({ account, task, funding, amount, images }: AskedCharge): Line[] {
  if (task === 'MONTHLY_FEE') return monthlyFeeLines(funding, account, BigInt(amount));
  return addOnLines({
    ...{ funding, account, cost: BigInt(amount) },
    images: images === null ? null : BigInt(images),
  });
}
