// The control call: only a program on this machine may use it, no page in a browser.

const isLoopback = (address) =>
  address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1';

/** A browser names the site it asks for and says where it comes from; a program on this machine does neither. */
export const mayControl = ({ socket, headers }) =>
  isLoopback(socket.remoteAddress) &&
  /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '') &&
  headers.origin === undefined &&
  headers['sec-fetch-site'] === undefined;

/** Everything that could be settled is settled now. @returns the batch, or undefined when there was nothing */
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

/** A held transaction is decided by a person at the provider. */
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
 * `{ faults: [...] }` sets what goes wrong next, `{ moreFaults: [...] }` adds to it, `{ settle: true }` closes a batch, `{ review: { transId, approve } }`
 * decides a held transaction, `{ change: { transId, ... } }` makes history; the answer is the whole book.
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
