// The captures, voids and refunds of the sandbox, with the rules of the real provider.
import { centsOf } from './decimal-json.mjs';

const done = { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] };
const failed = {
  resultCode: 'Error',
  message: [{ code: 'E00027', text: 'The transaction was unsuccessful.' }],
};

const approved = (refId, transId, refTransID, cardNumber) => ({
  transactionResponse: {
    responseCode: '1',
    authCode: 'SANDBX',
    avsResultCode: 'P',
    cvvResultCode: '',
    cavvResultCode: '',
    transId,
    refTransID,
    transHash: '',
    testRequest: '0',
    accountNumber: cardNumber,
    accountType: 'Visa',
    messages: [{ code: '1', description: 'This transaction has been approved.' }],
  },
  ...(refId && { refId }),
  messages: done,
});

const refused = (refId, errorCode, errorText) => ({
  transactionResponse: {
    responseCode: '3',
    authCode: '',
    transId: '0',
    refTransID: '',
    testRequest: '0',
    accountNumber: '',
    accountType: '',
    errors: [{ errorCode, errorText }],
  },
  ...(refId && { refId }),
  messages: failed,
});

function capture({ book, notify }, found, refId, amount) {
  if (found.status === 'capturedPendingSettlement' || found.batch)
    return refused(refId, '311', 'This transaction has already been captured.');
  if (found.status !== 'authorizedPendingCapture')
    return refused(refId, '33', 'A valid referenced transaction ID is required.');
  const cents = amount ?? found.authAmount;
  if (cents > found.authAmount)
    return refused(
      refId,
      '47',
      'The amount requested for settlement cannot be greater than the original amount authorized.',
    );
  const changed = book.change(found.transId, { status: 'capturedPendingSettlement', settleAmount: cents });
  notify('net.authorize.payment.priorAuthCapture.created', changed);
  return approved(refId, found.transId, found.transId, found.cardNumber);
}

function voidTransaction({ book, notify }, found, refId) {
  if (found.batch) return refused(refId, '310', 'This transaction has already been settled.');
  // the provider answers a repeated void as approved
  if (found.status !== 'voided')
    notify(
      'net.authorize.payment.void.created',
      book.change(found.transId, { status: 'voided', settleAmount: 0 }),
    );
  return approved(refId, found.transId, found.transId, found.cardNumber);
}

function refund({ book, notify }, found, refId, amount, { payment, order }) {
  const before = book
    .of(found.login)
    .filter(({ type, refTransId }) => type === 'refundTransaction' && refTransId === found.transId)
    .reduce((sum, { settleAmount }) => sum + settleAmount, 0);
  const sameCard = payment?.creditCard?.cardNumber === found.cardNumber.slice(-4);
  if (!found.batch || !sameCard || !amount || before + amount > found.settleAmount)
    return refused(
      refId,
      '54',
      'The referenced transaction does not meet the criteria for issuing a credit.',
    );
  const made = book.add({
    login: found.login,
    refTransId: found.transId,
    type: 'refundTransaction',
    status: 'refundPendingSettlement',
    responseCode: 1,
    authAmount: amount,
    settleAmount: amount,
    invoice: order?.invoiceNumber,
    refId,
    authCode: '',
    cardNumber: found.cardNumber,
    submitTimeUTC: new Date().toISOString(),
  });
  notify('net.authorize.payment.refund.created', made);
  return approved(refId, made.transId, found.transId, found.cardNumber);
}

/** Handles createTransactionRequest for existing transactions. */
export function changeTransaction({ book, merchant, notify }, { refId, transactionRequest }) {
  const { transactionType, amount, refTransId } = transactionRequest;
  const found = book.find(merchant.loginId, refTransId);
  if (!found) return refused(refId, '16', 'The transaction cannot be found.');
  const cents = amount === undefined ? undefined : centsOf(amount);
  if (transactionType === 'priorAuthCaptureTransaction')
    return capture({ book, notify }, found, refId, cents);
  if (transactionType === 'voidTransaction') return voidTransaction({ book, notify }, found, refId);
  if (transactionType === 'refundTransaction')
    return refund({ book, notify }, found, refId, cents, transactionRequest);
  return refused(refId, '13', 'The transaction type is not one of the sandbox.');
}
