import * as z from 'zod/mini';
import { flag, text } from './fields.js';

// The sections of the pages of Fee Structure (C3). Money is in integer cents, and percentages are in basis points.

const cents = /* @__NO_SIDE_EFFECTS__ */ (initial = 0) =>
  z._default(z.int().check(z.minimum(0), z.maximum(100_000_000)), initial);
const basisPoints = /* @__NO_SIDE_EFFECTS__ */ (initial = 0) =>
  z._default(z.int().check(z.minimum(0), z.maximum(10_000)), initial);

export const searchPriceNames = [
  'searchByAddress',
  'searchByBookAndPage',
  'searchByDate',
  'searchByDocumentNumber',
  'searchByLegalDescription',
  'searchByName',
  'searchByParcelId',
  'searchByTorrensCertificate',
  'searchByTorrensText',
  'searchByPlat',
  'searchByTaxLien',
  'searchByGrantorGranteeBook',
  'searchByTractBook',
] as const;
export const detailPriceNames = ['documentDetails', 'taxLienDetails'] as const;
export const imagePriceNames = ['imageDocument', 'imageFirstPage', 'imageAdditionalPages'] as const;
/** The names of the prices in the order of the price pages: searches, details, images (C3-01, C3-02). */
export const priceNames = [...searchPriceNames, ...detailPriceNames, ...imagePriceNames] as const;
export type PriceName = (typeof priceNames)[number];

/** Prices in cents of searches, details and images for those who pay per use (A10-32). */
const priceFields = {
  searchByAddress: cents(),
  searchByBookAndPage: cents(),
  searchByDate: cents(),
  searchByDocumentNumber: cents(),
  searchByLegalDescription: cents(),
  searchByName: cents(),
  searchByParcelId: cents(),
  searchByTorrensCertificate: cents(),
  searchByTorrensText: cents(),
  searchByPlat: cents(),
  searchByTaxLien: cents(),
  searchByGrantorGranteeBook: cents(),
  searchByTractBook: cents(),
  documentDetails: cents(),
  taxLienDetails: cents(),
  imageDocument: cents(),
  imageFirstPage: cents(),
  imageAdditionalPages: cents(),
} satisfies Record<PriceName, unknown>;

export const aLaCarteSection = z.object(priceFields);

/** Maximum number of special rates (C3-18). */
export const specialRatesMost = 100;

/**
 * A rate for one instrument of a document type. An empty instrument code means all instruments of the type. The
 * document type '0' means all types (C3-08).
 */
const specialRate = z.object({
  documentType: text(10),
  instrumentCode: text(20),
  documentRate: cents(),
  firstPageRate: cents(),
  additionalPagesRate: cents(),
});
export type SpecialRate = z.output<typeof specialRate>;

const specialRates = z._default(
  z.array(specialRate).check(z.maxLength(specialRatesMost, 'panel:rateTableFull')),
  [],
);

export const aLaCarteSpecialRatesSection = z.object({ applySpecialRates: flag(), rates: specialRates });

/**
 * The rates for users who pay by card. With `applyAlternateRates`, they replace the general and special rates for these
 * users (C3-20, C3-21).
 */
export const creditCardAlternateRatesSection = z.object({
  applyAlternateRates: flag(),
  ...priceFields,
  rates: specialRates,
});

const surchargeMethod = z.enum(['dollars', 'percent']);

export const escrowSection = z.object({
  feeCode: text(20),
  chargeCode: text(20),
  reloadByCreditCard: flag(),
  minReloadAmount: cents(),
  maxReloadAmount: cents(),
  applySurcharge: flag(),
  creditCardSurchargeMethod: z._default(surchargeMethod, 'dollars'),
  creditCardSurcharge: cents(),
  creditCardSurchargePercent: basisPoints(),
});

/**
 * Credit Card Extra (C3-23, C3-24). `maxAmount` is the amount that a user preauthorizes at a time; 0 = the county
 * offers no preauthorization. With `applySurcharge`, the fee of `feeKind` is added to card payments: a surcharge, which
 * the card networks limit to 3 %, or a service fee, which may be more.
 */
export const creditCardExtraSection = z.object({
  applySurcharge: flag(),
  feeKind: z._default(z.enum(['surcharge', 'serviceFee']), 'surcharge'),
  surchargeMethod: z._default(surchargeMethod, 'dollars'),
  surcharge: cents(),
  surchargePercent: basisPoints(),
  surchargeMessage: text(500),
  maxAmount: cents(),
  postToLandLink: flag(),
  chargeFeeCode: text(20),
  chargeChargeCode: text(20),
  surchargeFeeCode: text(20),
  surchargeChargeCode: text(20),
});

/** The maximum number of bundles that a county can offer (C3-37). */
export const rateOptionCount = 5;

const rateOption = z.object({
  option: flag(),
  unlimitedNumberOfPages: flag(),
  numberOfPages: z._default(z.int().check(z.minimum(0), z.maximum(999_999, 'panel:orLess?n=999999')), 0),
  /** Cents; null when nothing was entered. An enabled option must have a cost (C3-40). */
  cost: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(100_000_000))), null),
});
export type RateOption = z.output<typeof rateOption>;

const rateOptions = z._default(z.array(rateOption).check(z.maxLength(rateOptionCount)), []);

export const flatFeeSection = z.object({ chargingImages: flag(true), rates: rateOptions });

/**
 * Flat Fee Usage Override: whether the office and the administrators of accounts may add images (C2-52). If the
 * administrators may, and any bundle of this section is switched on, the bundles of this section replace those of Flat
 * Fee Rates.
 */
export const flatFeeOverrideSection = z.object({
  countyAdminReload: flag(),
  accountAdminReload: flag(),
  rates: rateOptions,
});

/** The kinds of documents that people e-file. The names of the fee fields below begin with these words. */
export const efileFeeKinds = ['landRecord', 'map', 'marriage', 'ucc1', 'ucc2'] as const;
export type EfileFeeKind = (typeof efileFeeKinds)[number];

/**
 * Fees of e-filing by the kind of document. `chargeWhen` says when the fee is taken: when the document is recorded, or
 * when it is submitted. A card is always charged at submission. If the office rejects the document, it gives the fee
 * back.
 */
export const efileFeesSection = z.object({
  chargeWhen: z._default(z.enum(['RECORDED', 'SUBMITTED']), 'RECORDED'),
  /** Maximum number of pages of a document. */
  mostPages: z._default(
    z.int().check(z.minimum(1, 'panel:orMore?n=1'), z.maximum(2_000, 'panel:orLess?n=2000')),
    300,
  ),
  landRecordFirstPage: cents(),
  landRecordAdditionalPages: cents(),
  landRecordSurcharge: cents(),
  mapFirstPage: cents(),
  mapAdditionalPages: cents(),
  mapSurcharge: cents(),
  marriageFirstPage: cents(),
  marriageAdditionalPages: cents(),
  marriageSurcharge: cents(),
  ucc1FirstPage: cents(),
  ucc1AdditionalPages: cents(),
  ucc1Surcharge: cents(),
  ucc2FirstPage: cents(),
  ucc2AdditionalPages: cents(),
  ucc2Surcharge: cents(),
});
