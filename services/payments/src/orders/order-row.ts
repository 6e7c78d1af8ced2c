import type { Tx } from '@portal/infra/db';
import type { Repository } from 'typeorm';
import { DownloadOrder } from './download-order.entity.js';

type Columns = Repository<DownloadOrder>['metadata']['columns'];

/** The columns are cached, because each request for them makes TypeORM create another repository. */
let columns: Columns | undefined;
const columnsOf = (tx: Tx): Columns => (columns ??= tx.repository(DownloadOrder).metadata.columns);

/** Returns the columns of an order under the names of its properties, for a SELECT from `download_order o`. */
export const orderColumns = (tx: Tx): string =>
  columnsOf(tx)
    .map(({ databaseName, propertyName }) => `o.${databaseName} AS "${propertyName}"`)
    .join(', ');

/**
 * Makes the order from a row that was read with `orderColumns`. Letting TypeORM build entities would cost a purchase
 * several milliseconds.
 */
export function orderOf(tx: Tx, row: object): DownloadOrder {
  const order: Record<string, unknown> = { ...row };
  for (const { propertyName, transformer } of columnsOf(tx)) {
    if (transformer && 'from' in transformer) order[propertyName] = transformer.from(order[propertyName]);
  }
  return order as unknown as DownloadOrder;
}

/**
 * Returns the assignments of an UPDATE statement.
 * @param first the number of the first parameter, such as 3 for `$3`
 */
export function assignmentsOf(
  tx: Tx,
  changes: Partial<DownloadOrder>,
  first: number,
): { assignments: string[]; values: unknown[] } {
  const changed = columnsOf(tx).filter(({ propertyName }) => propertyName in changes);
  return {
    assignments: changed.map(({ databaseName }, nth) => `${databaseName} = $${first + nth}`),
    values: changed.map((column) => column.getEntityValue(changes, true)),
  };
}
