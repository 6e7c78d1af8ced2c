import * as z from 'zod/mini';
import { holdsCardNumber } from '../card-number.js';
import type { SectionName } from '../config/sections.js';
import { sitePictureKind } from '../site-pictures.js';

/** Calls of the control panel that are named otherwise than the section behind them (C3-22, C4-04, C4-17). */
export const configAddresses: Readonly<Record<string, SectionName>> = {
  creditCard: 'creditCardAlternateRates',
  latestNews: 'homeLatestNews',
  externalLinks: 'homeExternalLinks',
};

/** POST controlPanel/countyConfig/{section}: the whole section, and the version that was read. */
export const savedSectionRequest = z.object({
  version: z.int().check(z.minimum(0)),
  value: z
    .record(z.string(), z.unknown())
    .check(z.refine((value) => !holdsCardNumber(JSON.stringify(value)), 'forms:cardNumber')),
});

/**
 * POST controlPanel/countyPictures/{kind} with the bytes of a PNG, JPEG or WebP; answers a `keptPicture`. It is shown
 * once the section `sitePictures` names it.
 */
export const uploadedPictureKind = z.object({ kind: sitePictureKind });

/** GET controlPanel/countyConfig/{section}/versions?before={version}. */
export const versionsRequest = z.object({
  before: z._default(z.nullable(z.coerce.number().check(z.int(), z.minimum(1))), null),
});
