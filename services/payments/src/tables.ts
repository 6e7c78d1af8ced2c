import { Ledger202611211650 } from './migrations/202611211650-ledger.js';
import { Balances202611211651 } from './migrations/202611211651-balances.js';
import { Orders202611211652 } from './migrations/202611211652-orders.js';
import { Outbox202611211653 } from './migrations/202611211653-outbox.js';
import { CardAttempts202611212010 } from './migrations/202611212010-card-attempts.js';
import { CardAuthorizations202611212011 } from './migrations/202611212011-card-authorizations.js';
import { AddOns202611212012 } from './migrations/202611212012-add-ons.js';
import { EntrySubjects202611212300 } from './migrations/202611212300-entry-subjects.js';
import { Reconciliation202611212320 } from './migrations/202611212320-reconciliation.js';
import { CardPageReuse202611212330 } from './migrations/202611212330-card-page-reuse.js';
import { Purchases202611212350 } from './migrations/202611212350-purchases.js';
import { RefusedTransactions202611220230 } from './migrations/202611220230-refused-transactions.js';
import { PurchaseIndexes202611222130 } from './migrations/202611222130-purchase-indexes.js';
import { CompleterClaims202611230040 } from './migrations/202611230040-completer-claims.js';
import { CardWorkByCounty202611230050 } from './migrations/202611230050-card-work-by-county.js';
import { PruneVisits202611230120 } from './migrations/202611230120-prune-visits.js';
import { OfficeEntries202611230400 } from './migrations/202611230400-office-entries.js';
import { FilingCharges202611230720 } from './migrations/202611230720-filing-charges.js';
import { UnsettledAccounts202611230730 } from './migrations/202611230730-unsettled-accounts.js';
import { ClosedAccounts202611230800 } from './migrations/202611230800-closed-accounts.js';
import { FilingAttempts202611230910 } from './migrations/202611230910-filing-attempts.js';
import { RefundAsked202611231045 } from './migrations/202611231045-refund-asked.js';
import { HeldFilings202611231155 } from './migrations/202611231155-held-filings.js';
import { DecidedFilings202611231740 } from './migrations/202611231740-decided-filings.js';
import { FilingsWithOffice202611231741 } from './migrations/202611231741-filings-with-office.js';
import { CardMerchants202611231830 } from './migrations/202611231830-card-merchants.js';
import { CardMerchantRequests202611240900 } from './migrations/202611240900-card-merchant-requests.js';
import { EndedCardKeys202611262250 } from './migrations/202611262250-ended-card-keys.js';
import { CountFindings202611280130 } from './migrations/202611280130-count-findings.js';
import { LandLink202611280140 } from './migrations/202611280140-landlink.js';
import { LandLinkZone202611280250 } from './migrations/202611280250-landlink-zone.js';
import { PaidFilings202611290405 } from './migrations/202611290405-paid-filings.js';
import { RefusedSendings202611291801 } from './migrations/202611291801-refused-sendings.js';
import { RefusedTasks202611292200 } from './migrations/202611292200-refused-tasks.js';
import { GivenBack202611290200 } from './migrations/202611290200-given-back.js';
import { DownloadOrder } from './orders/download-order.entity.js';
import { ImageState } from './orders/image-state.entity.js';
import { FactRepair202611222205 } from './migrations/202611222205-fact-repair.js';

export const migrations = [
  Ledger202611211650,
  Balances202611211651,
  Orders202611211652,
  Outbox202611211653,
  CardAttempts202611212010,
  CardAuthorizations202611212011,
  AddOns202611212012,
  EntrySubjects202611212300,
  Reconciliation202611212320,
  CardPageReuse202611212330,
  Purchases202611212350,
  RefusedTransactions202611220230,
  FactRepair202611222205,
  PurchaseIndexes202611222130,
  CompleterClaims202611230040,
  CardWorkByCounty202611230050,
  PruneVisits202611230120,
  OfficeEntries202611230400,
  FilingCharges202611230720,
  UnsettledAccounts202611230730,
  ClosedAccounts202611230800,
  FilingAttempts202611230910,
  RefundAsked202611231045,
  HeldFilings202611231155,
  DecidedFilings202611231740,
  FilingsWithOffice202611231741,
  CardMerchants202611231830,
  CardMerchantRequests202611240900,
  EndedCardKeys202611262250,
  CountFindings202611280130,
  LandLink202611280140,
  LandLinkZone202611280250,
  GivenBack202611290200,
  PaidFilings202611290405,
  RefusedSendings202611291801,
  RefusedTasks202611292200,
];

export const tables = {
  service: 'payments',
  entities: [ImageState, DownloadOrder],
  migrations,
  /**
   * The time limit of a statement. It is shorter than in other services, because users wait for purchases
   * (infra/DESIGN.md#deadlines).
   */
  statementTimeoutMs: 3_000,
};
