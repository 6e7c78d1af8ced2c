/** The faults of a section: the message key of each field at fault, by its path such as 'rates.0.documentRate'. */
export type SectionFaults = Record<string, string>;

/**
 * The faults of the rules that are broken. A rule consists of a flag that says whether it is broken, the field, and
 * the message key.
 */
export const faultsWhere = (rules: readonly (readonly [boolean, string, string])[]): SectionFaults => {
  const faults: SectionFaults = {};
  for (const [broken, field, text] of rules) if (broken) faults[field] ??= text;
  return faults;
};
