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
import {
  aLaCarteSection,
  aLaCarteSpecialRatesSection,
  creditCardAlternateRatesSection,
  creditCardExtraSection,
  efileFeesSection,
  escrowSection,
  flatFeeOverrideSection,
  flatFeeSection,
} from './fee-sections.js';
import { notableDatesSection } from './notable-dates-section.js';
import {
  auditLogPurgeScheduleSection,
  billingScheduleSection,
  cashierSection,
  efileSection,
  imageImportSection,
  reportsSection,
  staffSignInSection,
  userPurgeScheduleSection,
} from './office-sections.js';
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

/** The payment methods that the county accepts. */
const paymentsSection = z.object({
  paymentMethods: z._default(z.array(paymentMethod), ['ESCROW', 'INVOICE']),
});

/**
 * County configuration: one typed, versioned section for each control-panel page
 * (infra/DESIGN.md#configuration-of-counties). Every field has the default that a new county starts with; rules between
 * fields are in section-rules.ts.
 */
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
  reports: reportsSection,
  efile: efileSection,
  efileFees: efileFeesSection,
  userPurgeSchedule: userPurgeScheduleSection,
  auditLogPurgeSchedule: auditLogPurgeScheduleSection,
  imageImport: imageImportSection,
  cashier: cashierSection,
  billingSchedule: billingScheduleSection,
  staffSignIn: staffSignInSection,
} as const;

export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as [SectionName, ...SectionName[]];
/** False for a name that this version of the portal does not know, such as a section that only a newer version has. */
export const isSectionName = (name: string): name is SectionName => Object.hasOwn(sections, name);
export type SectionValue<N extends SectionName> = z.output<(typeof sections)[N]>;

/** The value of a section in a county that has never saved it: the defaults of all fields. */
export const sectionDefaults = <N extends SectionName>(name: N): SectionValue<N> =>
  z.parse(sections[name], {}) as SectionValue<N>;
