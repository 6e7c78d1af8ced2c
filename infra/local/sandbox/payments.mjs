// Handles a click on the button Pay of the card page.
import { randomBytes } from 'node:crypto';

const HOUR_MS = 60 * 60_000;

/**
 * Card numbers that are declined or held, like the test numbers of real providers. Every other valid number is
 * approved.
 */
export const DECLINED_CARD = '4000000000000002';
export const HELD_CARD = '4000000000000010';

function isCardNumber(digits) {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const weighted = place % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return /^\d{13,19}$/.test(digits) && sum % 10 === 0;
}

/**
 * Approves, declines or holds a payment with the card that the user typed, or returns the error of a wrong field.
 * @returns {{ error: string, field: string } | { result: 'APPROVED' | 'DECLINED' | 'HELD', digits: string }}
 */
export function judge({ cardNumber = '', expirationDate = '', cardCode = '' }, mode) {
  const digits = cardNumber.replace(/[\s-]/g, '');
  if (!isCardNumber(digits)) return { error: 'The card number is not valid.', field: 'cardNumber' };
  if (!/^(0[1-9]|1[0-2])\s*\/?\s*\d{2}$/.test(expirationDate.trim()))
    return { error: 'The expiration date is MM/YY.', field: 'expirationDate' };
  if (!/^\d{3,4}$/.test(cardCode.trim()))
    return { error: 'The card code has 3 or 4 digits.', field: 'cardCode' };
  if (mode === 'decline' || digits === DECLINED_CARD) return { result: 'DECLINED', digits };
  return { result: mode === 'held' || digits === HELD_CARD ? 'HELD' : 'APPROVED', digits };
}

const statuses = {
  APPROVED: {
    authOnlyTransaction: 'authorizedPendingCapture',
    authCaptureTransaction: 'capturedPendingSettlement',
  },
  HELD: { authOnlyTransaction: 'FDSAuthorizedPendingReview', authCaptureTransaction: 'FDSPendingReview' },
};

const events = {
  authOnlyTransaction: 'net.authorize.payment.authorization.created',
  authCaptureTransaction: 'net.authorize.payment.authcapture.created',
};

function typeOf(token, mode) {
  if (mode === 'authOnly') return 'authOnlyTransaction';
  return mode === 'saleOnly' ? 'authCaptureTransaction' : token.type;
}

/** Writes the transaction into the book, altered by the fault `mode`. Only the last digits of the card are stored. */
export function recordPayment({ book, notify }, token, { result, digits }, mode) {
  const type = typeOf(token, mode);
  const declined = result === 'DECLINED';
  const amount = token.amount + (mode === 'wrongAmount' ? 100 : 0);
  const made = book.add({
    login: mode === 'otherMerchant' ? 'another-merchant' : token.login,
    type,
    status: declined ? 'declined' : statuses[result][type],
    responseCode: { APPROVED: 1, DECLINED: 2, HELD: 4 }[result],
    authAmount: amount,
    settleAmount: declined ? 0 : amount,
    invoice: mode === 'wrongInvoice' ? `X${token.invoice.slice(1)}` : token.invoice,
    description: token.description,
    refId: mode === 'wrongInvoice' ? undefined : token.refId,
    authCode: declined ? '' : randomBytes(3).toString('hex').toUpperCase(),
    cardNumber: `XXXX${digits.slice(-4)}`,
    submitTimeUTC: new Date(Date.now() - (mode === 'old' ? HOUR_MS : 0)).toISOString(),
  });
  if (result === 'APPROVED') notify(events[type], made);
  if (result === 'HELD') notify('net.authorize.payment.fraud.held', made);
  return made;
}

/** The object that the card page sends to the communicator page. */
export const transactResponse = (made, token) => ({
  accountType: 'Visa',
  accountNumber: made.cardNumber,
  transId: made.transId,
  responseCode: String(made.responseCode),
  authorization: made.authCode,
  merchantName: token.county,
  orderDescription: token.description,
  orderInvoiceNumber: token.invoice,
  totalAmount: (token.amount / 100).toFixed(2),
  dateTime: made.submitTimeUTC,
});
