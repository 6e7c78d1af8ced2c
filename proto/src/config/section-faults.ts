/** The faults of a section of settings: a message key for each wrong field's path, such as 'rates.0.documentRate'. */
export type SectionFaults = Record<string, string>;

/**
 * Returns the faults of a section. Each rule consists of a flag that is true if the rule is broken, the path of the
 * field, and the message key. If a field breaks several rules, the first of these rules counts.
 */
export const faultsWhere = (rules: readonly (readonly [boolean, string, string])[]): SectionFaults => {
  const faults: SectionFaults = {};
  for (const [broken, field, text] of rules) if (broken) faults[field] ??= text;
  return faults;
};
