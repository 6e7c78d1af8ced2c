import type { SectionValue } from '@portal/proto/config/sections';

export type LinkedSystem = 'tax' | 'map';

/** The template of a county's links into a system; empty when the county offers none. */
export const linkTemplateOf = (section: SectionValue<'search2'>, system: LinkedSystem): string =>
  section[system] ? section[`${system}Link`] : '';

/** A parcel id may hold anything; in an address it is one piece of text (DECISIONS.md#spec-6). */
export const parcelLink = (template: string, parcelId: string): string =>
  template.replaceAll('{parcelId}', () => encodeURIComponent(parcelId));
