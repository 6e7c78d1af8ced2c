/** First digits and lengths of the numbers that card networks give out. */
const networks: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [16, 19]],
  [/^(5[1-5]|2[2-7])/, [16]],
  [/^3[47]/, [15]],
  [/^3[068]/, [14]],
  [/^(6011|64[4-9]|65|62|35)/, [16, 17, 18, 19]],
];

/** Luhn's check, which a number passes by chance one time in ten. @param digits nothing but digits */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .map(Number)
    .reduce((total, digit, place) => {
      const weighted = place % 2 === 1 ? digit * 2 : digit;
      return total + (weighted > 9 ? weighted - 9 : weighted);
    }, 0);
  return sum % 10 === 0;
}

const isCardNumber = (digits: string): boolean =>
  networks.some(([first, lengths]) => lengths.includes(digits.length) && first.test(digits)) &&
  passesLuhn(digits);

const longest = 19;

/**
 * Whether a number of a payment card stands in a text, its digits together or in groups with blanks or hyphens between
 * them (S29): such a text is not kept. Numbers of documents and parcels have other lengths and first digits.
 */
export const holdsCardNumber = (text: string): boolean =>
  (text.match(/(?<!\d)\d+(?:[ -]\d+)*(?![A-Za-z0-9])/g) ?? []).some((run) => {
    const groups = run.split(/[ -]/);
    return groups.some((_, first) => startsWithCard(groups, first));
  });

function startsWithCard(groups: readonly string[], first: number): boolean {
  let digits = '';
  for (let at = first; at < groups.length; at += 1) {
    digits += groups[at] ?? '';
    if (digits.length > longest) return false;
    if (isCardNumber(digits)) return true;
  }
  return false;
}
