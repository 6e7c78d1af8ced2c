import type { ComponentType } from 'react';
import type { Role } from '@portal/proto/roles';
import { loadTexts } from '../shared/i18n/i18n.js';
import { useUser } from '../shared/state/selectors.js';
import { AccessPage, type LimitedPage } from './access-page.js';

/** Pages that a role decides on; a chunk of its own, since the first route has no room for it. */

const accountRoles: readonly Role[] = ['TRIMIN', 'COUNTY', 'ACCOUNT'];
const staffRoles: readonly Role[] = ['TRIMIN', 'COUNTY'];
const anyRole: readonly Role[] = ['TRIMIN', 'COUNTY', 'ACCOUNT', 'USER', 'GUEST'];

/** Shows the page to its roles and tells everybody else whose it is (A1-34); without a page it tells its roles too. */
const onlyFor = (of: LimitedPage, roles: readonly Role[], Page?: ComponentType) => ({
  Component: () => {
    const role = useUser()?.role;
    const allowed = role !== undefined && roles.includes(role);
    return allowed && Page ? <Page /> : <AccessPage of={of} allowed={allowed} />;
  },
});

export const officePages = {
  purchases: async () => {
    const [{ PurchasesPage }] = await Promise.all([
      import('../features/purchases/purchases-page.js'),
      loadTexts('access', 'purchases', 'forms'),
    ]);
    return onlyFor('purchases', ['ACCOUNT', 'USER', 'GUEST'], PurchasesPage);
  },
  reports: async () => {
    const [{ ReportsPage }] = await Promise.all([
      import('../features/reconciliation/reports-page.js'),
      loadTexts('access', 'reconciliation'),
    ]);
    return onlyFor('reports', accountRoles, ReportsPage);
  },
  'reports/cardReconciliation': async () => {
    const [{ ReconciliationPage }] = await Promise.all([
      import('../features/reconciliation/reconciliation-page.js'),
      loadTexts('access', 'reconciliation', 'forms'),
    ]);
    return onlyFor('cardReconciliation', staffRoles, ReconciliationPage);
  },
  'userManager/*': async () => {
    await loadTexts('access');
    return onlyFor('userManager', accountRoles);
  },
  'controlPanel/*': async () => {
    await loadTexts('access');
    return onlyFor('controlPanel', staffRoles);
  },
};

/** The e-file page is open to all (A1-20); who is not signed in is asked to log in. */
export const efilePage = async () => {
  await loadTexts('access');
  return onlyFor('efile', anyRole);
};
