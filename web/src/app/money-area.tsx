import type { ComponentType } from 'react';
import type { Role } from '@portal/proto/roles';
import { loadTexts } from '../shared/i18n/i18n.js';
import { useUser } from '../shared/state/selectors.js';
import { NotFoundPage } from './route-failure.js';

/** Pages about payments; a chunk of its own, since the first route has no room for it. */

/** For everybody else the page is not there (A1-34); the server says the same. */
const onlyFor = (roles: readonly Role[], Page: ComponentType) => ({
  Component: () => {
    const role = useUser()?.role;
    return role && roles.includes(role) ? <Page /> : <NotFoundPage />;
  },
});

export const moneyPages = {
  purchases: async () => {
    const [{ PurchasesPage }] = await Promise.all([
      import('../features/purchases/purchases-page.js'),
      loadTexts('purchases', 'forms'),
    ]);
    return onlyFor(['ACCOUNT', 'USER', 'GUEST'], PurchasesPage);
  },
  reports: async () => {
    const [{ ReportsPage }] = await Promise.all([
      import('../features/reconciliation/reports-page.js'),
      loadTexts('reconciliation'),
    ]);
    return onlyFor(['TRIMIN', 'COUNTY', 'ACCOUNT'], ReportsPage);
  },
  'reports/cardReconciliation': async () => {
    const [{ ReconciliationPage }] = await Promise.all([
      import('../features/reconciliation/reconciliation-page.js'),
      loadTexts('reconciliation', 'forms'),
    ]);
    return onlyFor(['TRIMIN', 'COUNTY'], ReconciliationPage);
  },
};
