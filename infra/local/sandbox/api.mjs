// The JSON API of the sandbox: answers requests about transactions, and requests for the token of a card page.
import { randomBytes } from 'node:crypto';
import { centsOf, decimal } from './decimal-json.mjs';
import { misplacedMember } from './member-order.mjs';
import { merchantOf } from './merchants.mjs';
import { changeTransaction } from './transaction-changes.mjs';

const TOKEN_LIVES_MS = 15 * 60_000;

const done = { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] };
const nothingFound = { resultCode: 'Ok', message: [{ code: 'I00004', text: 'No records found.' }] };
export const refuse = (code, text) => ({ messages: { resultCode: 'Error', message: [{ code, text }] } });

const localTime = (instant) => instant.replace('Z', '');

function hostedPage({ book, merchant }, { refId, transactionRequest, hostedPaymentSettings }) {
  const amount = centsOf(transactionRequest.amount);
  if (!amount) return refuse('E00027', 'A valid amount is required.');
  const settings = Object.fromEntries(
    hostedPaymentSettings.setting.map(({ settingName, settingValue }) => [
      settingName,
      JSON.parse(settingValue),
    ]),
  );
  const token = randomBytes(48).toString('base64');
  book.addToken({
    token,
    login: merchant.loginId,
    county: merchant.county,
    refId,
    type: transactionRequest.transactionType,
    amount,
    invoice: transactionRequest.order?.invoiceNumber,
    description: transactionRequest.order?.description,
    communicatorUrl: settings.hostedPaymentIFrameCommunicatorUrl?.url,
    expiresAt: Date.now() + TOKEN_LIVES_MS,
  });
  return { token, messages: done };
}

function details({ book, merchant }, { refId, transId }) {
  const found = book.find(merchant.loginId, transId);
  if (!found) return refuse('E00040', 'The record cannot be found.');
  const { invoice, description, batch } = found;
  const transaction = {
    transId: found.transId,
    ...(found.refTransId && { refTransId: found.refTransId }),
    submitTimeUTC: found.submitTimeUTC,
    submitTimeLocal: localTime(found.submitTimeUTC),
    transactionType: found.type,
    transactionStatus: found.status,
    responseCode: found.responseCode,
    responseReasonCode: 1,
    responseReasonDescription: found.responseCode === 1 ? 'Approval' : 'Declined',
    authCode: found.authCode,
    AVSResponse: 'Y',
    ...(batch && { batch: { ...batch, settlementState: 'settledSuccessfully' } }),
    ...(invoice && { order: { invoiceNumber: invoice, description } }),
    requestedAmountSpecified: false,
    authAmount: decimal(found.authAmount),
    settleAmount: decimal(found.settleAmount),
    payment: { creditCard: { cardNumber: found.cardNumber, expirationDate: 'XXXX', cardType: 'Visa' } },
    recurringBilling: false,
    product: 'Card Not Present',
    marketType: 'eCommerce',
  };
  return {
    transaction,
    ...(found.refId && { transrefId: found.refId }),
    ...(refId && { refId }),
    messages: done,
  };
}

const summary = (found) => ({
  transId: found.transId,
  submitTimeUTC: found.submitTimeUTC,
  submitTimeLocal: localTime(found.submitTimeUTC),
  transactionStatus: found.status,
  ...(found.invoice && { invoiceNumber: found.invoice }),
  accountType: 'Visa',
  accountNumber: found.cardNumber,
  settleAmount: decimal(found.settleAmount),
  marketType: 'eCommerce',
  product: 'Card Not Present',
  hasReturnedItemsSpecified: false,
});

/** A page of transactions, newest first if requested; pages count from 1. */
function list(found, { sorting, paging = { limit: 1000, offset: 1 } }) {
  const sorted = [...found].sort((a, b) => (a.transId < b.transId ? -1 : 1));
  if (sorting?.orderDescending) sorted.reverse();
  const start = (paging.offset - 1) * paging.limit;
  const page = sorted.slice(start, start + paging.limit).map(summary);
  return page.length === 0
    ? { messages: nothingFound, totalNumInResultSet: 0 }
    : { transactions: page, totalNumInResultSet: found.length, messages: done };
}

const unsettled = ({ book, merchant }, body) =>
  list(
    book.of(merchant.loginId).filter(({ batch }) => !batch),
    body,
  );

const ofBatch = ({ book, merchant }, body) =>
  list(
    book.of(merchant.loginId).filter(({ batch }) => batch?.batchId === body.batchId),
    body,
  );

function batches({ book, merchant }, { firstSettlementDate, lastSettlementDate }) {
  const [first, last] = [Date.parse(firstSettlementDate), Date.parse(lastSettlementDate)];
  if (last - first > 31 * 86_400_000) return refuse('E00068', 'The date range is larger than 31 days.');
  const found = new Map();
  for (const { batch } of book.of(merchant.loginId)) if (batch) found.set(batch.batchId, batch);
  const within = [...found.values()].filter(({ settlementTimeUTC }) => {
    const at = Date.parse(settlementTimeUTC);
    return at >= first && at <= last;
  });
  if (within.length === 0) return { messages: nothingFound };
  return {
    batchList: within.map((batch) => ({ ...batch, settlementState: 'settledSuccessfully' })),
    messages: done,
  };
}

/** The merchant's own account. The portal asks for it to check whether keys are valid. */
const merchantDetails = ({ merchant }) => ({
  isTestMode: false,
  merchantName: merchant.merchant,
  gatewayId: merchant.merchant,
  currencies: ['USD'],
  messages: done,
});

const requests = {
  getMerchantDetailsRequest: merchantDetails,
  getHostedPaymentPageRequest: hostedPage,
  getTransactionDetailsRequest: details,
  getUnsettledTransactionListRequest: unsettled,
  getTransactionListRequest: ofBatch,
  getSettledBatchListRequest: batches,
  createTransactionRequest: changeTransaction,
};

/** Answers one request. Its changes to the book stay even if a fault spoils the answer. */
export function answerRequest({ book, credentials, notify }, name, body) {
  if (!Object.hasOwn(requests, name))
    return refuse('E00004', 'The name of the requested API method is invalid.');
  const misplaced = misplacedMember(name, body);
  if (misplaced) return refuse('E00003', `The element '${misplaced}' has an invalid child element.`);
  const merchant = merchantOf(credentials, body.merchantAuthentication);
  if (!merchant) return refuse('E00007', 'User authentication failed due to invalid authentication values.');
  return requests[name]({ book, merchant, notify }, body);
}
