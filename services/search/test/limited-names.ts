import type { NameCriteria } from '@portal/proto/criteria/name';
import { HitOrder } from '../src/searching/hit-order.js';
import { recordTables } from '../src/searching/record-table.js';

export const records = recordTables.documents;

/** Every order of documents, each with its reverse. */
export const sortings = (['docNumber', 'recordedDate', 'book', 'instrument'] as const).flatMap((sortKey) => [
  { order: new HitOrder(records, sortKey, 'ASC'), reverse: new HitOrder(records, sortKey, 'DESC') },
  { order: new HitOrder(records, sortKey, 'DESC'), reverse: new HitOrder(records, sortKey, 'ASC') },
]);

export const limits: readonly Partial<NameCriteria>[] = [
  {},
  { documentType: 'T' },
  { instrumentGroup: 'MORTGAGE', fromRecordedDate: '02/01/1992', toRecordedDate: '07/15/1996' },
  { fromRecordedDate: '05/03/1993', toRecordedDate: '05/20/1993' },
];

/** Every combination of limit and role. */
export const limited = limits.flatMap((limit) =>
  (['BOTH', 'GRANTORS', 'GRANTEES'] as const).map((grantorGranteeSearchIn) => ({
    ...limit,
    grantorGranteeSearchIn,
  })),
);

/** Every order without a limit, and every combination of limit and role in one of the orders. */
export const orderedLimits = [
  ...sortings.map(({ order }) => ({ order, limit: {} })),
  ...limited.flatMap((limit, at) => {
    const sorting = sortings[at % sortings.length];
    return sorting ? [{ order: sorting.order, limit }] : [];
  }),
];
