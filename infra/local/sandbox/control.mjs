// The control call of the sandbox. Programs on this machine may use it; pages in a browser may not.

const isLoopback = (address) =>
  address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1';

/**
 * False for a request from another machine or from a page in a browser. A page's request has an Origin or
 * Sec-Fetch-Site header, or a Host header that does not name this machine.
 */
export const mayControl = ({ socket, headers }) =>
  isLoopback(socket.remoteAddress) &&
  /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '') &&
  headers.origin === undefined &&
  headers['sec-fetch-site'] === undefined;

/**
 * Settles everything that can be settled now.
 * @returns the batch, or undefined when there was nothing
 */
function settle(book) {
  const due = book
    .all()
    .filter(({ status }) => status === 'capturedPendingSettlement' || status === 'refundPendingSettlement');
  if (due.length === 0) return undefined;
  const now = new Date().toISOString();
  const batch = {
    batchId: book.nextBatch(),
    settlementTimeUTC: now,
    settlementTimeLocal: now.replace('Z', ''),
  };
  for (const { transId, status } of due) {
    const settled =
      status === 'refundPendingSettlement' ? 'refundSettledSuccessfully' : 'settledSuccessfully';
    book.change(transId, { status: settled, batch });
  }
  return batch;
}

/** Decides a held transaction, as a person at the provider would. */
function review(book, notify, { transId, approve }) {
  const found = book.all().find((transaction) => transaction.transId === transId);
  if (!found?.status.startsWith('FDS')) return undefined;
  const passed =
    found.type === 'authOnlyTransaction' ? 'authorizedPendingCapture' : 'capturedPendingSettlement';
  const changed = book.change(
    transId,
    approve ? { status: passed, responseCode: 1 } : { status: 'declined', responseCode: 2, settleAmount: 0 },
  );
  notify(approve ? 'net.authorize.payment.fraud.approved' : 'net.authorize.payment.fraud.declined', changed);
  return changed;
}

/**
 * Carries out a control call. `{ faults: [...] }` replaces the waiting faults, and `{ moreFaults: [...] }` adds faults.
 * `{ settle: true }` closes a batch. `{ review: { transId, approve } }` decides a held transaction.
 * `{ change: { transId, ... } }` edits a transaction. The answer has all transactions of the book.
 */
export function control(
  { book, faults, notify },
  { faults: wanted, moreFaults, settle: close, review: decision, change },
) {
  if (wanted) faults.set(wanted);
  if (moreFaults) faults.add(moreFaults);
  if (close) settle(book);
  if (decision) review(book, notify, decision);
  if (change) book.change(change.transId, change);
  return { transactions: book.all() };
}
