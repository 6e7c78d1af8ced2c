import type { Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import type { EndedView } from './account-view.repository.js';

/** Records in the audit log that staff have begun an account view. */
export const tellViewBegun = (
  tx: Tx,
  by: string,
  { account, name }: { account: string; name: string },
): Promise<void> =>
  emit(tx, {
    ...{ type: 'audit.action-taken.v1', aggregate: `account:${account}`, actor: by },
    payload: { action: 'account.view-begin', object: account, detail: name },
  });

/** Records in the audit log that account views have ended, each with the times of its beginning and end. */
export async function tellViewsEnded(tx: Tx, views: readonly EndedView[]): Promise<void> {
  for (const { user, account, name, ...times } of views.toSorted((a, b) => (a.account < b.account ? -1 : 1)))
    await emit(tx, {
      ...{ type: 'audit.action-taken.v1', aggregate: `account:${account}`, actor: user },
      payload: {
        ...{ action: 'account.view-end', object: account },
        detail: `${name} (${times.beganAt.toISOString()} - ${times.endedAt.toISOString()})`,
      },
    });
}
