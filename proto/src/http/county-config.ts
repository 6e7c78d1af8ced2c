import * as z from 'zod/mini';
import { holdsCardNumber } from '../card-number.js';
import type { SectionName } from '../config/sections.js';
import { changeReason } from '../rpc/section-plans.js';
import { isoDay } from '../dates.js';
import { sitePictureKind } from '../site-pictures.js';

/** Control-panel calls whose name differs from the name of their section (C3-22, C4-04, C4-17). */
export const configAddresses: Readonly<Record<string, SectionName>> = {
  creditCard: 'creditCardAlternateRates',
  latestNews: 'homeLatestNews',
  externalLinks: 'homeExternalLinks',
};

const sectionRequest = {
  version: z.int().check(z.minimum(0)),
  value: z
    .record(z.string(), z.unknown())
    .check(z.refine((value) => !holdsCardNumber(JSON.stringify(value)), 'forms:cardNumber')),
};
const reason = changeReason.check(z.refine((text) => !holdsCardNumber(text), 'forms:cardNumber'));

/**
 * POST controlPanel/countyConfig/{section}: the whole section, the version that was read, and the reason for the
 * change. `updateUsers`, which only Search 1 has, resets every account to the county's searches (C5-06). Without it,
 * accounts keep their own searches (C5-07).
 */
export const savedSectionRequest = z.object({
  ...sectionRequest,
  reason: z._default(reason, ''),
  updateUsers: z._default(z.boolean(), false),
});

/**
 * Part of the answer to a save of Search 1. `usersUpdated` is false when the section was saved but the users could not
 * be updated.
 */
export interface SavedForUsers {
  readonly usersUpdated: boolean;
}

/**
 * POST controlPanel/countyConfig/{section}/plans: plans new values of the section from a day (MM/DD/YYYY) and a time
 * (HH:MM, 24 hours) on the county's clock. The browser creates the id, so that a button pressed twice does not plan the
 * change twice.
 */
export const plannedSectionRequest = z.object({
  ...sectionRequest,
  id: z.uuid(),
  date: z.string().check(z.refine((text) => isoDay(text) !== undefined, 'forms:invalidDate')),
  time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'panel:timeOfDay')),
  reason: reason.check(z.minLength(1, 'forms:required')),
});

/** POST controlPanel/plannedChanges/withdraw. */
export const withdrawPlanRequest = z.object({ id: z.uuid() });

/**
 * POST controlPanel/countyPictures/{kind} with the bytes of a PNG, JPEG or WebP; returns a `keptPicture`. Pages show
 * the picture as soon as the section `sitePictures` names it.
 */
export const uploadedPictureKind = z.object({ kind: sitePictureKind });

/** GET controlPanel/countyConfig/{section}/versions?before={version}. */
export const versionsRequest = z.object({
  before: z._default(z.nullable(z.coerce.number().check(z.int32(), z.minimum(1))), null),
});

/** The sections that make up the home page, the login page and the registration page. */
export const previewedSections = [
  'common',
  'homeLatestNews',
  'homeExternalLinks',
  'homeSelections',
  'notableDates',
  'loginPageLinks',
  'loginPageLatestNews',
  'loginPageSlides',
  'loginPageRegistration',
  'sitePictures',
] as const satisfies readonly SectionName[];

/**
 * POST controlPanel/preview/home, /loginPage and /registration: drafts of sections, by name. For other sections, the
 * saved values are used.
 */
export const previewRequest = z.object({
  sections: z.partialRecord(z.enum(previewedSections), z.record(z.string(), z.unknown())),
});
