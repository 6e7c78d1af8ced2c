// Guards of the administration routes: the roles that may call them. Each entry removes its guard by an edit that lets
// more roles call a controller than may see its page.
import { guard } from './guard.mjs';

const test = ['gateway/test/staff-routes.spec.ts', 'S9 A1-25 A1-26'];
const staff = "@Allow('TRIMIN', 'COUNTY')\nexport class";
const withAdministrators = "@Allow('TRIMIN', 'COUNTY', 'ACCOUNT')\nexport class";

/** Routes of the county's staff. */
const ofStaff = [
  'account-manager',
  'account-access',
  'purges',
  'sessions',
  'county-config',
  'planned-changes',
  'county-pictures',
  'page-preview',
  'cashier',
  'sales-setup',
  'card-keys',
  'billing',
  'reconciliation',
  'landlink',
].map((name) =>
  guard(
    'S9',
    `${name}-is-for-staff`,
    [`gateway/src/http/${name}.controller.ts`, staff, withAdministrators],
    test,
  ),
);

export default [
  ...ofStaff,
  guard(
    'S9',
    'user-manager-is-for-administrators',
    [
      'gateway/src/http/user-manager.controller.ts',
      "@Allow('TRIMIN', 'COUNTY', 'ACCOUNT')\nexport class",
      "@Allow('TRIMIN', 'COUNTY', 'ACCOUNT', 'USER')\nexport class",
    ],
    test,
  ),
  guard(
    'S9',
    'efile-queue-routes-are-for-staff',
    ['gateway/src/http/efile-queue.controller.ts', staff, withAdministrators],
    test,
  ),
  guard(
    'S9',
    'report-schedules-is-for-staff',
    [
      'gateway/src/http/report-schedules.controller.ts',
      "@Allow('TRIMIN', 'COUNTY')\n@Unproved",
      "@Allow('TRIMIN', 'COUNTY', 'ACCOUNT')\n@Unproved",
    ],
    test,
  ),
  guard(
    'S9',
    'ls1-is-the-providers',
    ['gateway/src/http/ls1.controller.ts', "@Allow('TRIMIN')\nexport class", staff],
    test,
  ),
  guard(
    'S9',
    'monitoring-is-the-providers',
    ['gateway/src/http/technical.controller.ts', "@Allow('TRIMIN')\nexport class", staff],
    test,
  ),
];
