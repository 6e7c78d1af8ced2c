import type { Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import type { TransactionKind } from '@portal/proto/rpc/transactions';
import type { NewEntry } from './entry.rules.js';
import type { LedgerKind } from './ledger-account.js';
import type { WrittenEntry } from './ledger.repository.js';
import { transactionKindOf } from './transaction-kind.rules.js';

/** Kinds that pay money in, pay it back or correct a balance. All other kinds charge for an item. */
const comesIn: readonly (TransactionKind | null)[] = [
  ...(['DEPOSIT', 'ADJUSTMENT', 'PAYMENT', 'REFUND', 'CORRECTION'] as const),
];

const sumOf = ({ lines }: NewEntry, ...kinds: readonly LedgerKind[]): bigint =>
  lines.reduce((sum, { account, amount }) => (kinds.includes(account.kind) ? sum + amount : sum), 0n);

/**
 * Returns what an entry means for its customer, in cents and images; undefined when the entry is not a customer's
 * transaction.
 */
export function transactionOf(entry: NewEntry) {
  const { opType, subject = '', actor, bought } = entry;
  const kind = transactionKindOf(opType, subject);
  if (kind === null) return undefined;
  const money = sumOf(entry, 'escrow', 'ar_invoice', 'card_receivable', 'efile_received');
  const images = sumOf(entry, 'images');
  return {
    kind,
    user: /^user:(.+)$/.exec(actor)?.[1] ?? '',
    subject: bought?.description ?? subject,
    pages: bought?.pages ?? 0,
    charged: comesIn.includes(kind) ? 0n : -money,
    credited: comesIn.includes(kind) ? money : 0n,
    // an unlimited bundle has no balance of images, so the used images count instead
    images: images === 0n ? -sumOf(entry, 'images_used') : images,
    escrow: sumOf(entry, 'escrow'),
  };
}

/** Sends an event about what an entry means for its customer, in the transaction that wrote the entry. */
export async function tellEntry(tx: Tx, entry: NewEntry, written: WrittenEntry): Promise<void> {
  const transaction = transactionOf(entry);
  if (!transaction) return;
  const { id, account, postedAt } = written;
  await emit(tx, {
    type: 'payments.entry-posted.v1',
    aggregate: `entry:${id}`,
    ...(transaction.user !== '' && { actor: transaction.user }),
    payload: { entry: id, account: account ?? '', postedAt: postedAt.toISOString(), ...transaction },
  });
}
