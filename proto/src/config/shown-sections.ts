import * as z from 'zod/mini';
import { searchType } from '../http/search-types.js';
import { flag, text } from './fields.js';

// Only the sections that the browser reads belong here, because the browser loads the whole module at its start.

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
  /** True if the county also offers draft languages, whose texts are not all reviewed yet (DECISIONS.md#lang-5). */
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
        z.regex(/^$|^https:\/\/[^\s{}]*\{parcelId\}[^\s{}]*$/, 'panel:linkTemplate'),
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

/** How the county indexes its documents, and what its forms and details show (B2-53, B2-54). */
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

/** A system lockout signs out everyone but staff (DECISIONS.md#spec-2). */
export const userLockoutSection = z.object({
  lockoutInPlace: flag(),
  messageLogin: text(500, 'The system is not available at this time.'),
  messageHeadline: text(500, 'The system is not available at this time.'),
});

export const userAccessSection = z.object({
  guestUserName: text(50),
  limitLoginAttempts: flag(true),
  maxloginAttempts: z._default(
    z.int().check(z.minimum(1, 'panel:orMore?n=1'), z.maximum(100, 'panel:orLess?n=100')),
    5,
  ),
  inactivityTimeLimit: flag(true),
  /** Minutes without activity after which a session ends. */
  inactivityTimeLimitPeriod: z._default(
    z.int().check(z.minimum(1, 'panel:orMore?n=1'), z.maximum(120, 'panel:orLess?n=120')),
    30,
  ),
});

export const loginPageRegistrationSection = z.object({
  forgotPasswordLink: flag(),
  selfRegistration: flag(),
  /** True if prices are shown to people who have no account yet. */
  showPrices: flag(true),
  /** Number of hours that the links in e-mails are valid. */
  emaileExpireIn: z._default(
    z.int('forms:required').check(z.minimum(1, 'panel:orMore?n=1'), z.maximum(720, 'panel:orLess?n=720')),
    4,
  ),
});
