import * as z from 'zod/mini';
import { searchType } from '../http/search-types.js';
import { paymentMethod } from '../roles.js';
import {
  homeExternalLinksSection,
  homeLatestNewsSection,
  homeSelectionsSection,
  loginPageLatestNewsSection,
  loginPageLinksSection,
  loginPageSlidesSection,
} from './page-sections.js';

/**
 * County configuration: one typed, versioned section for each control-panel page (architecture.md 'admin-config').
 * Every field has the default that a new county starts with. Money is integer cents, percentages basis points.
 */
// without side effects, so that the bundler leaves out of the browser what no page reads
const text = /* @__NO_SIDE_EFFECTS__ */ (max: number, initial = '') =>
  z._default(z.string().check(z.maxLength(max, 'forms:tooLong')), initial);
const flag = /* @__NO_SIDE_EFFECTS__ */ (initial = false) => z._default(z.boolean(), initial);
const cents = /* @__NO_SIDE_EFFECTS__ */ (initial = 0) =>
  z._default(z.int().check(z.minimum(0), z.maximum(100_000_000)), initial);
const basisPoints = /* @__NO_SIDE_EFFECTS__ */ (initial = 0) =>
  z._default(z.int().check(z.minimum(0), z.maximum(10_000)), initial);

/** Names and labels (A1-01 to A1-03). */
export const commonSection = z.object({
  countyName: text(100),
  appTitle: text(100, 'Land Record Portal'),
  contactName: text(100),
  contactTitle: text(100),
  contactPhone: text(20),
  contactEmail: text(50),
  bookLabel: text(20, 'Book'),
  torrensLabel: text(20, 'Torrens'),
});

export const languagesSection = z.object({
  languages: flag(),
  /** Offers catalogues that no native speaker has reviewed yet (decisions.md). */
  draftLanguages: flag(),
});

/** Search 1: which kinds of search the county offers. */
export const searchSection = z.object({
  defaultSearch: z._default(searchType, 'searchByName'),
  searchAccess: z._default(z.enum(['configurable', 'same']), 'same'),
  enabled: z._default(z.array(searchType), ['searchByName', 'searchByDocumentNumber']),
  countyNotes: z._default(z.partialRecord(searchType, z.string().check(z.maxLength(2_000))), {}),
});

/** A link template: `{parcelId}` stands for the parcel id. */
const linkTemplate = /* @__NO_SIDE_EFFECTS__ */ () =>
  z._default(
    z
      .string()
      .check(
        z.maxLength(500, 'forms:tooLong'),
        z.regex(/^$|^https:\/\/[^\s{}]*\{parcelId\}[^\s{}]*$/, 'forms:linkTemplate'),
      ),
    '',
  );

/** Search 2. The Map button opens the county's map system (GIS). */
export const search2Section = z.object({
  map: flag(),
  mapLink: linkTemplate(),
  tax: flag(),
  taxLink: linkTemplate(),
  allOnlySearch: flag(),
  downloadResults: flag(),
});

/** How the county indexes and what its forms and details show (B2-53, B2-54). */
export const indexSection = z.object({
  bookType: flag(),
  propertyCode: flag(true),
  torrens: flag(),
  torrensUseFileNumber: flag(),
  qqqq: flag(),
  qqq: flag(),
  baseline: flag(),
  municipality: flag(),
  meridian: flag(),
  mbOtherLot: flag(),
  sublot: flag(),
  displaySalePrice: flag(true),
  displayMortgageAmount: flag(true),
  mortgageAmountLabel: text(40, 'Mortgage Amount'),
});

export const notableDatesSection = z.object({
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
export const aLaCarteSection = z.object(priceFields);

/** A rate for one instrument of a document type; an empty instrument code stands for all of the type. */
export const specialRate = z.object({
  documentType: text(10),
  instrumentCode: text(20),
  documentRate: cents(),
  firstPageRate: cents(),
  additionalPagesRate: cents(),
});
export const aLaCarteSpecialRatesSection = z.object({
  applySpecialRates: flag(),
  rates: z._default(z.array(specialRate).check(z.maxLength(100)), []),
});

/** Credit Card Alternate Rates: when they apply, whoever pays by card pays these instead of the general and special ones. */
export const creditCardAlternateRatesSection = z.object({
  applyAlternateRates: flag(),
  ...priceFields,
  rates: z._default(z.array(specialRate).check(z.maxLength(100)), []),
});

export const escrowSection = z.object({
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
export const creditCardExtraSection = z.object({
  maxAmount: cents(),
  surchargeMessage: text(500),
});

const rateOption = z.object({
  option: flag(),
  unlimitedNumberOfPages: flag(),
  numberOfPages: z._default(z.int().check(z.minimum(0), z.maximum(999_999)), 0),
  cost: cents(),
});
export const flatFeeSection = z.object({
  chargingImages: flag(true),
  rates: z._default(z.array(rateOption).check(z.maxLength(5)), []),
});

/**
 * Flat Fee Usage Override: who may buy bundles beside the office (C2-52), and, when any is switched on, the bundles that
 * stand for those of Flat Fee Rates.
 */
export const flatFeeOverrideSection = z.object({
  countyAdminReload: flag(),
  accountAdminReload: flag(),
  rates: z._default(z.array(rateOption).check(z.maxLength(5)), []),
});

/** A system lockout signs out everyone but staff (decisions.md, 'lockout' in answers). */
export const userLockoutSection = z.object({
  lockoutInPlace: flag(),
  messageLogin: text(500, 'The system is not available at this time.'),
  messageHeadline: text(500),
});

export const userAccessSection = z.object({
  guestUserName: text(50),
  limitLoginAttempts: flag(true),
  maxLoginAttempts: z._default(z.int().check(z.minimum(1), z.maximum(100)), 5),
  inactivityTimeLimit: flag(true),
  /** Minutes. */
  inactivityTimeLimitPeriod: z._default(z.int().check(z.minimum(1), z.maximum(120)), 30),
});

export const loginPageRegistrationSection = z.object({
  forgotPasswordLink: flag(),
  selfRegistration: flag(),
  /** Hours. */
  emailExpireIn: z._default(z.int().check(z.minimum(1), z.maximum(720)), 4),
});

/** What staff grants an account by default and which ways to pay the county takes. */
export const paymentsSection = z.object({
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
