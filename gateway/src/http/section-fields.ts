import { priceNames } from '@portal/proto/config/fee-sections';
import type { SectionName, SectionValue } from '@portal/proto/config/sections';
import { searchTypes } from '@portal/proto/http/search-types';

type Fields = Record<string, unknown>;

/** The number of rows of Login - Links; empty rows are added to an answer up to this number (C4-33). */
const loginLinkRows = 12;
const emptyLink = { heading: '', paragraphContent: '' };

/** Fields that have another name in the specification than in the section (DECISIONS.md#audit-10). */
const alsoNamed: { readonly [N in SectionName]?: (value: Partial<SectionValue<N>>) => Fields } = {
  loginPageLinks: ({ paragraphs = [] }) => ({
    paragraphs: Array.from({ length: loginLinkRows }, (_row, at) => paragraphs[at] ?? emptyLink),
  }),
  search: ({ enabled = [], countyNotes = {} }) =>
    Object.fromEntries(
      searchTypes.flatMap((type) => [
        [type, enabled.includes(type)],
        [`${type}CountyNote`, countyNotes[type] ?? ''],
      ]),
    ),
  creditCardAlternateRates: (value) =>
    Object.fromEntries(priceNames.map((name) => [`${name}CreditCard`, value[name] ?? 0])),
};

/**
 * Returns the fields of a section for the content of an answer. A field that has another name in the specification is
 * returned under both names, for the specification's clients. Money is in cents.
 */
export const sectionFields = (name: SectionName, value: object): Fields => {
  const others = alsoNamed[name] as ((value: object) => Fields) | undefined;
  return { ...value, ...others?.(value) };
};
