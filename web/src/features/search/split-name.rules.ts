export interface PersonName {
  last: string;
  first: string;
  /** One letter, or empty without a middle initial. */
  initial: string;
}

/** Words that can begin a last name of several words. */
const particles = new Set([
  ...['DE', 'DEL', 'DELA', 'DER', 'DI', 'DU', 'LA', 'LE', 'LOS', 'MC', 'SAN', 'ST', 'ST.', 'TEN', 'TER'],
  ...['VAN', 'VANDE', 'VANDER', 'VON'],
]);

/** Words that occur only in names of organizations. A name with such a word stays in one field. */
const ofOffices =
  /\b(AGENCY|ASSN|ASSOCIATION|BANK|BOARD|CHURCH|CITY|CO|COMPANY|CORP|CORPORATION|COUNTY|CREDIT|DEPT|DEPARTMENT|DISTRICT|ESTATE|FUND|GROUP|HOLDINGS|INC|LAND|LIVING|LLC|LLP|LP|LTD|MORTGAGE|NA|OF|PARTNERS|PARTNERSHIP|PROPERTIES|REVOCABLE|SCHOOL|SOCIETY|STATE|SUBDIVISION|THE|TOWNSHIP|TRUST|TRUSTEE|UNION|UNITED)\b/i;

const mostWords = 5;

const withoutPoint = (word: string): string => word.replace(/\.$/, '');
const isInitial = (word: string): boolean => /^\p{L}$/u.test(withoutPoint(word));

/**
 * The first name and the middle initial. The initial is the first single letter after the first name, otherwise the
 * first letter of the word that follows the first name.
 */
const givenOf = (words: readonly string[]): Omit<PersonName, 'last'> => {
  const [first = '', ...others] = words;
  const initial = others.find(isInitial) ?? others[0] ?? '';
  return { first: withoutPoint(first), initial: withoutPoint(initial).slice(0, 1) };
};

const lastNameLength = (words: readonly string[]): number => {
  const name = words.findIndex((word) => !particles.has(word.toUpperCase()));
  return name < 0 ? words.length : name + 1;
};

/**
 * Splits a person's name as lists write it: 'HAWTHORNE ELEANOR M', 'VAN DYKE JOHN', 'Smith, John Q'. Undefined for a
 * single word, for more than five words, and for a text that looks like the name of an organization.
 */
export const splitName = (text: string): PersonName | undefined => {
  const shown = text.trim().replaceAll(/\s+/g, ' ');
  if (/[\d&%/]/.test(shown) || ofOffices.test(shown) || shown.split(' ').length > mostWords) return undefined;
  const comma = shown.indexOf(',');
  const words = shown.split(' ');
  const cut = lastNameLength(words);
  const last = comma < 0 ? words.slice(0, cut).join(' ') : shown.slice(0, comma).trim();
  const rest =
    comma < 0
      ? words.slice(cut)
      : shown
          .slice(comma + 1)
          .trim()
          .split(/[\s,]+/);
  const given = givenOf(rest.filter(Boolean));
  return last === '' || given.first === '' ? undefined : { last, ...given };
};
