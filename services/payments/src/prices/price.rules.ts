import type { Asset, Funding, Quote } from '@portal/proto/rpc/payments';
import type { ChargeMethod } from '@portal/proto/roles';
import { cardFeeOn, type CardFee } from './card-fee.rules.js';

/** How long a shown price is valid. */
export const PRICE_HOLDS_MS = 30 * 60_000;

/** What the images of one document cost: cents, or a number of images from a bundle. */
interface ImagePrices {
  readonly document: number;
  readonly firstPage: number;
  readonly additionalPages: number;
}

/** The rates of an order, stored with it. */
export interface ImageRates extends ImagePrices {
  /** The fee for paying by card. */
  readonly cardFee?: CardFee;
}

export interface SpecialRate extends ImagePrices {
  /** '0' stands for all document types (C3-08). */
  readonly documentType: string;
  /** The instrument; empty stands for all instruments of the document type. */
  readonly instrumentCode: string;
}

export interface Rates {
  readonly general: ImagePrices;
  /** The special rates; empty when the county does not use them. */
  readonly special: readonly SpecialRate[];
}

/** A county's prices for images when the order was priced. */
export interface Tariff extends Rates {
  /** The version, which changes whenever a price changes; an order stores it. */
  readonly version: string;
  /** The rates for payers by card; undefined if the county has no separate rates for them. */
  readonly byCard?: Rates;
  /** The fee that payers by card pay in addition. */
  readonly cardFee?: CardFee;
  /** False when images of a flat-fee bundle are not counted. */
  readonly countsBundleImages: boolean;
}

const free: ImagePrices = { document: 0, firstPage: 0, additionalPages: 0 };
const oneImageEach: ImagePrices = { document: 1, firstPage: 1, additionalPages: 1 };

const ALL_TYPES = '0';

/**
 * Finds the most specific rate that exists (C3-08, A10-32): the special rate for (instrument, type), (instrument, all
 * types), (all instruments, type) or (all instruments, all types), in this order, else the general rate.
 */
function aLaCarteRates(tariff: Rates, documentType: string, instrumentCode: string): ImagePrices {
  const special = (type: string, code: string): SpecialRate | undefined =>
    tariff.special.find((rate) => rate.documentType === type && rate.instrumentCode === code);
  const ofInstrument =
    instrumentCode === ''
      ? undefined
      : (special(documentType, instrumentCode) ?? special(ALL_TYPES, instrumentCode));
  const found = ofInstrument ?? special(documentType, '') ?? special(ALL_TYPES, '') ?? tariff.general;
  const { document, firstPage, additionalPages } = found;
  return { document, firstPage, additionalPages };
}

/** Returns the rates of a document's images for this way of paying. */
export function ratesOf(
  tariff: Tariff,
  funding: Funding,
  document: { documentType: string; instrumentCode: string },
): ImageRates {
  if (funding === 'FREE') return free;
  if (funding === 'FLAT_FEE') return tariff.countsBundleImages ? oneImageEach : free;
  const byCard = funding === 'CREDIT_CARD';
  const rates = byCard ? (tariff.byCard ?? tariff) : tariff;
  const { cardFee } = tariff;
  return {
    ...aLaCarteRates(rates, document.documentType, document.instrumentCode),
    ...(byCard && cardFee && { cardFee }),
  };
}

export const assetOf = (funding: Funding): Asset => (funding === 'FLAT_FEE' ? 'IMG' : 'USD');

/**
 * Computes the price of the pages that the account does not have yet, and the part of it that is the fee for paying by
 * card.
 */
export function chargeFor(
  method: ChargeMethod,
  rates: ImageRates,
  newPages: number,
): { total: number; cardFee: number } {
  const price = priceOf(method, rates, newPages);
  const cardFee = cardFeeOn(rates.cardFee, price);
  return { total: price + cardFee, cardFee };
}

/**
 * Computes the price of new pages: the price of the document, or the prices of a first page and of each additional
 * page.
 */
function priceOf(method: ChargeMethod, rates: ImageRates, newPages: number): number {
  if (newPages === 0) return 0;
  return method === 'DOCUMENT' ? rates.document : rates.firstPage + (newPages - 1) * rates.additionalPages;
}

type ChargeLine = Quote['lines'][number];

const line = (kind: ChargeLine['kind'], count: number, unit: number): ChargeLine => ({
  kind,
  count,
  unit,
  total: count * unit,
});

/**
 * Splits the charge into the lines that the user sees; the fee for paying by card is the last line. Empty when there is
 * nothing to pay.
 */
export function chargeLines(
  funding: Funding,
  method: ChargeMethod,
  rates: ImageRates,
  newPages: number,
): ChargeLine[] {
  if (newPages === 0 || funding === 'FREE') return [];
  const { cardFee } = chargeFor(method, rates, newPages);
  const kind = rates.cardFee?.kind === 'serviceFee' ? 'SERVICE_FEE' : 'SURCHARGE';
  return [...imageLines(funding, method, rates, newPages), ...(cardFee > 0 ? [line(kind, 1, cardFee)] : [])];
}

function imageLines(
  funding: Funding,
  method: ChargeMethod,
  rates: ImageRates,
  newPages: number,
): ChargeLine[] {
  if (funding === 'FLAT_FEE') return [line('IMAGES', method === 'DOCUMENT' ? 1 : newPages, rates.firstPage)];
  if (method === 'DOCUMENT') return [line('DOCUMENT', 1, rates.document)];
  const first = line('FIRST_PAGE', 1, rates.firstPage);
  return newPages === 1 ? [first] : [first, line('ADDITIONAL_PAGES', newPages - 1, rates.additionalPages)];
}

export interface Selection {
  /** Pages to deliver, ascending. */
  readonly pages: readonly number[];
  readonly pageCount: number;
  /** Pages of the document that the account already has. */
  readonly owned: ReadonlySet<number>;
}

/**
 * Returns the pages that the account gets with the payment. A price for the document is paid once and covers every page
 * that the document has that day, even pages that are not delivered now.
 */
export function grantedPages(method: ChargeMethod, { pages, pageCount, owned }: Selection): number[] {
  const wanted = pages.filter((page) => !owned.has(page));
  if (wanted.length === 0 || method === 'PAGE') return wanted;
  return Array.from({ length: pageCount }, (_, index) => index + 1).filter((page) => !owned.has(page));
}
