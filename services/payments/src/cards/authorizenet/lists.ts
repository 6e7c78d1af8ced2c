import { centsOfDecimal } from '@portal/proto/amounts';
import type { Merchant } from '../card-credentials.js';
import { ProviderUnavailable, type SettledTransaction } from '../card-provider.js';
import type { ApiClient } from './api-client.js';
import { batchList, transactionList, type TransactionSummary } from './api-messages.js';
import { statusOf } from './statuses.js';

/** The provider's maximum page size. */
const PAGE = 1_000;
/** The provider accepts at most 31 days in a query for batches. */
const SPAN_MS = 30 * 24 * 60 * 60_000;

const newestFirst = { orderBy: 'submitTimeUTC', orderDescending: true };

function lineOf(batchId: string, summary: TransactionSummary): SettledTransaction {
  const settled = centsOfDecimal(summary.settleAmount);
  if (settled === undefined) throw new ProviderUnavailable(`transaction ${summary.transId} has no amount`);
  return {
    id: summary.transId,
    batchId,
    status: statusOf(summary.transactionStatus),
    invoice: summary.invoiceNumber ?? null,
    settled,
    submittedAt: summary.submitTimeUTC,
  };
}

async function* pages(
  api: ApiClient,
  merchant: Merchant,
  name: string,
  members: object,
  batchId: string,
): AsyncIterable<SettledTransaction> {
  for (let offset = 1; ; offset += 1) {
    const asked = { ...members, sorting: newestFirst, paging: { limit: PAGE, offset } };
    const { transactions = [] } = await api.ask(merchant, name, asked, transactionList);
    for (const summary of transactions) yield lineOf(batchId, summary);
    if (transactions.length < PAGE) return;
  }
}

/** Yields all transactions that are not settled yet, including declined and failed ones. */
export const unsettledTransactions = (
  api: ApiClient,
  merchant: Merchant,
): AsyncIterable<SettledTransaction> => pages(api, merchant, 'getUnsettledTransactionListRequest', {}, '');

/** Yields all transactions of the batches that were settled between two instants. */
export async function* settledTransactions(
  api: ApiClient,
  merchant: Merchant,
  from: Date,
  to: Date,
): AsyncIterable<SettledTransaction> {
  for (let start = from.getTime(); start < to.getTime(); start += SPAN_MS) {
    const members = {
      includeStatistics: false,
      firstSettlementDate: new Date(start).toISOString(),
      lastSettlementDate: new Date(Math.min(start + SPAN_MS, to.getTime())).toISOString(),
    };
    const { batchList: batches = [] } = await api.ask(
      merchant,
      'getSettledBatchListRequest',
      members,
      batchList,
    );
    for (const { batchId } of batches) {
      yield* pages(api, merchant, 'getTransactionListRequest', { batchId }, batchId);
    }
  }
}
