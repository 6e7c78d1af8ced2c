import { randomUUID } from 'node:crypto';
import { assetOf, chargeFor, grantedPages, ratesOf } from '../prices/price.rules.js';
import type { DownloadOrder } from './download-order.entity.js';
import type { ImageState } from './image-state.entity.js';
import type { Payer } from '../payers/payer.rules.js';
import type { Selection } from './selection.service.js';

/** The initial values of the columns that a purchase sets. */
export const untouched = {
  unlimited: false,
  chargedMinor: null,
  objectKey: null,
  objectSha256: null,
  objectSize: null,
  attempts: 0,
  leaseOwner: null,
  leaseUntil: null,
  heldAt: null,
  closedAt: null,
  failure: null,
} satisfies Partial<DownloadOrder>;

export interface Draft {
  readonly visit: ImageState;
  readonly username: string;
  readonly payer: Payer;
  readonly selection: Selection;
  /** Pages of the document that the payer's account already has. */
  readonly owned: ReadonlySet<number>;
  readonly now: Date;
  readonly correlationId: string;
}

/** Makes the order for a selection, with its price. */
export function draftOrder({
  visit,
  username,
  payer,
  selection,
  owned,
  now,
  correlationId,
}: Draft): DownloadOrder {
  const { document, documentVersion, pageCount, pages, tariff } = selection;
  const { funding, chargeMethod } = payer;
  const rates = ratesOf(tariff, funding, document);
  const newPages = pages.filter((page) => !owned.has(page));
  return {
    ...untouched,
    id: randomUUID(),
    countyId: visit.countyId,
    imageStateId: visit.id,
    userId: visit.userId,
    username,
    accountId: payer.account,
    state: 'PRICED',
    documentKey: visit.documentKey,
    document,
    documentVersion,
    pages: [...pages],
    grantedPages: grantedPages(chargeMethod, { pages, pageCount, owned }),
    alreadyPurchased: pages.filter((page) => owned.has(page)),
    funding,
    asset: assetOf(funding),
    chargeMethod,
    rates,
    tariffVersion: tariff.version,
    chargeMinor: BigInt(chargeFor(chargeMethod, rates, newPages.length).total),
    correlationId,
    createdAt: now,
  };
}
