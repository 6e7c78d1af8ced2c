import type { SectionValue } from '@portal/proto/config/sections';

export type LinkedSystem = 'tax' | 'map';

/** The county's link template for a system; empty when it has no link to that system. */
export const linkTemplateOf = (section: SectionValue<'search2'>, system: LinkedSystem): string =>
  section[system] ? section[`${system}Link`] : '';

/** A parcel id may contain any characters, so it is encoded as a single part of the URL (DECISIONS.md#spec-6). */
export const parcelLink = (template: string, parcelId: string): string =>
  template.replaceAll('{parcelId}', () => encodeURIComponent(parcelId));
