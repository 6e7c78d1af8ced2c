import * as z from 'zod/mini';
import { paymentMethod } from '../roles.js';
import {
  homeExternalLinksSection,
  homeLatestNewsSection,
  homeSelectionsSection,
  loginPageLatestNewsSection,
  loginPageLinksSection,
  loginPageSlidesSection,
  sitePicturesSection,
} from './page-sections.js';
import { flag, text } from './fields.js';
import {
  commonSection,
  indexSection,
  languagesSection,
  loginPageRegistrationSection,
  search2Section,
  searchSection,
  userAccessSection,
  userLockoutSection,
} from './shown-sections.js';

/**
 * County configuration: one typed, versioned section for each control-panel page (architecture.md 'admin-config').
 * Every field has the default that a new county starts with. Money is integer cents, percentages basis points.
 */
const cents = /* @__NO_SIDE_EFFECTS__ */ (initial = 0) =>
  z._default(z.int().check(z.minimum(0), z.maximum(100_000_000)), initial);
const basisPoints = /* @__NO_SIDE_EFFECTS__ */ (initial = 0) =>
  z._default(z.int().check(z.minimum(0), z.maximum(10_000)), initial);

const notableDatesSection = z.object({
  showNotableDates: flag(),
  showSeparateIndexes: flag(),
  useVerificationDate: flag(),
  abstractVerified: flag(),
  abstractIndexBegin: flag(),
  abstractImageBegin: flag(),
  abstractImageThru: flag(),
});

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
};
const aLaCarteSection = z.object(priceFields);

/** A rate for one instrument of a document type; an empty instrument code stands for all of the type. */
const specialRate = z.object({
  documentType: text(10),
  instrumentCode: text(20),
  documentRate: cents(),
  firstPageRate: cents(),
  additionalPagesRate: cents(),
});
const aLaCarteSpecialRatesSection = z.object({
  applySpecialRates: flag(),
  rates: z._default(z.array(specialRate).check(z.maxLength(100)), []),
});

/** Credit Card Alternate Rates: when they apply, whoever pays by card pays these instead of the general and special ones. */
const creditCardAlternateRatesSection = z.object({
  applyAlternateRates: flag(),
  ...priceFields,
  rates: z._default(z.array(specialRate).check(z.maxLength(100)), []),
});

const escrowSection = z.object({
  feeCode: text(20),
  chargeCode: text(20),
  reloadByCreditCard: flag(),
  minReloadAmount: cents(),
  maxReloadAmount: cents(),
  applySurcharge: flag(),
  creditCardSurchargeMethod: z._default(z.enum(['dollars', 'percent']), 'dollars'),
  creditCardSurcharge: cents(),
  creditCardSurchargePercent: basisPoints(),
});

/** Credit card extra (A11-32): what a user preauthorizes at a time; 0 = the county offers no preauthorization. */
const creditCardExtraSection = z.object({
  maxAmount: cents(),
  surchargeMessage: text(500),
});

const rateOption = z.object({
  option: flag(),
  unlimitedNumberOfPages: flag(),
  numberOfPages: z._default(z.int().check(z.minimum(0), z.maximum(999_999)), 0),
  cost: cents(),
});
const flatFeeSection = z.object({
  chargingImages: flag(true),
  rates: z._default(z.array(rateOption).check(z.maxLength(5)), []),
});

/**
 * Flat Fee Usage Override: who may buy bundles beside the office (C2-52), and, when any is switched on, the bundles that
 * stand for those of Flat Fee Rates.
 */
const flatFeeOverrideSection = z.object({
  countyAdminReload: flag(),
  accountAdminReload: flag(),
  rates: z._default(z.array(rateOption).check(z.maxLength(5)), []),
});

/** What staff grants an account by default and which ways to pay the county takes. */
const paymentsSection = z.object({
  paymentMethods: z._default(z.array(paymentMethod), ['ESCROW', 'INVOICE']),
});

export const sections = {
  common: commonSection,
  languages: languagesSection,
  search: searchSection,
  search2: search2Section,
  index: indexSection,
  notableDates: notableDatesSection,
  aLaCarte: aLaCarteSection,
  aLaCarteSpecialRates: aLaCarteSpecialRatesSection,
  creditCardAlternateRates: creditCardAlternateRatesSection,
  escrow: escrowSection,
  creditCardExtra: creditCardExtraSection,
  flatFee: flatFeeSection,
  flatFeeOverride: flatFeeOverrideSection,
  userLockout: userLockoutSection,
  userAccess: userAccessSection,
  loginPageRegistration: loginPageRegistrationSection,
  loginPageLinks: loginPageLinksSection,
  loginPageLatestNews: loginPageLatestNewsSection,
  loginPageSlides: loginPageSlidesSection,
  sitePictures: sitePicturesSection,
  homeLatestNews: homeLatestNewsSection,
  homeExternalLinks: homeExternalLinksSection,
  homeSelections: homeSelectionsSection,
  payments: paymentsSection,
} as const;

export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as [SectionName, ...SectionName[]];
export type SectionValue<N extends SectionName> = z.output<(typeof sections)[N]>;

/** A section as a county that has never saved it has it. */
export const sectionDefaults = <N extends SectionName>(name: N): SectionValue<N> =>
  z.parse(sections[name], {}) as SectionValue<N>;
