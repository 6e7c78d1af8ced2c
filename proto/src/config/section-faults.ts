/** The faults of a section: the message key of each field at fault, by its path such as 'rates.0.documentRate'. */
export type SectionFaults = Record<string, string>;

/**
 * The faults of a section. Each rule consists of a flag that is true if the rule is broken, the path of the field, and
 * the message key. The first broken rule of a field counts.
 */
export const faultsWhere = (rules: readonly (readonly [boolean, string, string])[]): SectionFaults => {
  const faults: SectionFaults = {};
  for (const [broken, field, text] of rules) if (broken) faults[field] ??= text;
  return faults;
};
