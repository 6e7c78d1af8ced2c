import * as z from 'zod/mini';
import { languagesSection } from '../config/shown-sections.js';
import { language } from '../roles.js';
import { codeDescription } from './envelope.js';

/** GET /LandShark/config.json (A1-05, DECISIONS.md#spec-8). */
export const startUpConfiguration = z.object({
  countyDirectory: z.string(),
  routerBaseName: z.string(),
  serverAddress: z.string(),
  paymentPageAddress: z.string(),
  paymentScriptAddress: z.string(),
});
export type StartUpConfiguration = z.infer<typeof startUpConfiguration>;

/** GET helperdata/* (A1-09). */
export const helperContent = z.object({
  namedContentResultList: z.array(z.object({ name: z.string(), baseContent: z.unknown() })),
  namedCodeDescriptionResultList: z.array(
    z.object({ name: z.string(), codeDescriptionResults: z.array(codeDescription) }),
  ),
});
export type HelperContent = z.infer<typeof helperContent>;

/**
 * `languages` of helperdata/landshark: the county's settings, the available languages, and those with unreviewed texts.
 */
export const languageOffer = z.extend(languagesSection, {
  offered: z._default(z.array(language), ['ENGLISH']),
  drafts: z._default(z.array(language), []),
});

/**
 * The content of each helperdata call, by name:
 * landlink → named content `index` (county flags of section 'index'), `search2`;
 * landshark → `common`, `languages`, `search`, `escrow` (public part), `userLockout`, `loginPageRegistration`,
 * `userAccess` (guestUserName only), `efile` (whether it is offered), `staffSignIn` (the
 * name of the identity provider, empty without one), `county` ({id, state, timeZone, today});
 * landsharkcodedescription → code lists `instrumentGroups`, `documentTypes`, `bookTypes`, `otherLotCodes`, `bases`,
 * `meridians`, `municipalities`, `islands`, `states`, `directions`;
 * productVersions → content `product` ({version, commit});
 * notableDates → content `notableDates` ({show, useVerificationDate, abstractIndexBeginDate, abstractVerifiedDate,
 * headings, rows}).
 */
export const helperNames = [
  'landlink',
  'landshark',
  'landsharkcodedescription',
  'productVersions',
  'notableDates',
] as const;
export type HelperName = (typeof helperNames)[number];

export interface NotableDates {
  show: boolean;
  useVerificationDate: boolean;
  abstractIndexBeginDate: string;
  abstractVerifiedDate: string;
  headings: string[];
  rows: { label: string; values: string[] }[];
}
