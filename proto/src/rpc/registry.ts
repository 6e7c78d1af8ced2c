import { adminConfigContracts } from './admin-config.js';
import { billingContracts } from './billing.js';
import type { Contract } from './contract.js';
import { countyReportContracts } from './county-reports.js';
import { identityContracts } from './identity.js';
import { imagingContracts } from './imaging.js';
import { paymentsContracts } from './payments.js';
import { receiptContracts } from './receipts.js';
import { reportsContracts } from './reports.js';
import { searchContracts } from './search.js';

/** All commands of the product. At boot, each service checks that it serves exactly its own. */
export const contracts: readonly Contract[] = [
  ...adminConfigContracts,
  ...billingContracts,
  ...identityContracts,
  ...imagingContracts,
  ...paymentsContracts,
  ...reportsContracts,
  ...receiptContracts,
  ...countyReportContracts,
  ...searchContracts,
];
