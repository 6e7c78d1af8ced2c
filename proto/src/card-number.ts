/** For each card network, the first digits of its card numbers and their possible lengths. */
const networks: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [16, 19]],
  [/^(5[1-5]|2[2-7])/, [16]],
  [/^3[47]/, [15]],
  [/^3[068]/, [14]],
  [/^(6011|64[4-9]|65|62|35)/, [16, 17, 18, 19]],
];

/**
 * True if the digits pass Luhn's check. One in ten random numbers also passes the check.
 * @param digits only digits
 */
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
 * UUIDs and hexadecimal checksums. Their digits never count as a card number, because nobody writes a card number in
 * this form.
 */
const ID =
  /(?<![0-9a-z])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[0-9]*[a-f])[0-9a-f]{32,})(?![0-9a-z])/gi;
/** Digits together, or in groups separated by spaces, dots and dashes of any kind. */
const RUN = /\d+(?:[\s.\-‐-―−]{1,3}\d+)*/g;

/** Start and end of each card number in a text, in order. */
function placesOf(text: string): [number, number][] {
  const places: [number, number][] = [];
  // each id is replaced by as many characters as it has, so that all positions stay the same
  const bare = text.replace(ID, (id) => 'x'.repeat(id.length));
  for (const run of bare.matchAll(RUN)) {
    const groups = [...run[0].matchAll(/\d+/g)].map((group): [string, number] => [
      group[0],
      run.index + group.index,
    ]);
    for (let first = 0; first < groups.length; first += 1) {
      const last = lastOfCard(groups, first);
      const [from, to] = [groups[first], last === undefined ? undefined : groups[last]];
      if (last === undefined || !from || !to) continue;
      places.push([from[1], to[1] + to[0].length]);
      first = last;
    }
  }
  return places;
}

/** Index of the last group of a card number that starts at `first`; undefined when there is none. */
function lastOfCard(groups: readonly [string, number][], first: number): number | undefined {
  let digits = '';
  for (let at = first; at < groups.length; at += 1) {
    digits += groups[at]?.[0] ?? '';
    if (digits.length > longest) return undefined;
    if (isCardNumber(digits)) return at;
  }
  return undefined;
}

/** Replaces full-width digits and unusual spaces by plain ones. */
const plain = (text: string): string => (/^[\0-\x7f]*$/.test(text) ? text : text.normalize('NFKC'));

/**
 * True if a text contains a payment card number, with or without spaces, dots or hyphens between groups of digits
 * (S29). Such a text is not stored. Document and parcel numbers do not match, because they have other lengths or first
 * digits.
 */
export const holdsCardNumber = (text: string): boolean => placesOf(plain(text)).length > 0;

/**
 * Replaces each card number in the text with `instead`, but leaves ids as they are. A text without card numbers is
 * returned unchanged.
 */
export function hideCardNumbers(text: string, instead: string): string {
  const shown = plain(text);
  const places = placesOf(shown);
  if (places.length === 0) return text;
  let hidden = '';
  let at = 0;
  for (const [from, to] of places) {
    hidden += shown.slice(at, from) + instead;
    at = to;
  }
  return hidden + shown.slice(at);
}
