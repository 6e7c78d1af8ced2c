/**
 * A document's ordinal puts number, suffix letter and type into one 64-bit integer: unique in a county, ordered as
 * search/DESIGN.md#document-numbers says (digits as numbers, the suffix after them, then the type), and reversible to the document key.
 */
const suffixes = 32n;
const types = 32n;
const perNumber = suffixes * types;

/** Larger numbers do not fit beside suffix and type; 16 digits and more stay free below it. */
const largestNumber = BigInt(Number.MAX_SAFE_INTEGER);

export interface DocumentNumber {
  readonly number: bigint;
  /** One letter, or empty. */
  readonly suffix: string;
}

const letterOrdinal = (letter: string): bigint => (letter === '' ? 0n : BigInt(letter.charCodeAt(0) - 64));
const letterAt = (ordinal: bigint): string =>
  ordinal === 0n ? '' : String.fromCharCode(Number(ordinal) + 64);

/** Digits (leading zeros ignored) with at most one suffix letter; undefined for anything else. */
export const readDocumentNumber = (text: string): DocumentNumber | undefined => {
  const found = /^(\d{1,40})([A-Z]?)$/.exec(text.trim().toUpperCase());
  if (!found) return undefined;
  const number = BigInt(found[1] ?? '');
  return number > largestNumber ? undefined : { number, suffix: found[2] ?? '' };
};

export const isDocumentType = (text: string): boolean => /^[A-Z]$/.test(text);

/** Orders documents by number, then by the letter behind it, then by type; fits a bigint of PostgreSQL. */
export const documentOrdinal = (documentType: string, { number, suffix }: DocumentNumber): bigint =>
  number * perNumber + letterOrdinal(suffix) * types + letterOrdinal(documentType);

/** The document key ('A1000001') of an ordinal. */
export const documentKeyAt = (ordinal: bigint): string =>
  letterAt(ordinal % types) + String(ordinal / perNumber) + letterAt((ordinal / types) % suffixes);

/** The ordinal of a document key; undefined when it is none. */
export const ordinalOfKey = (key: string): bigint | undefined => {
  const documentType = key.slice(0, 1);
  const number = readDocumentNumber(key.slice(1));
  return isDocumentType(documentType) && number ? documentOrdinal(documentType, number) : undefined;
};

/** Half-open range of ordinals, of every document type unless one is given. */
export interface OrdinalRange {
  readonly from: bigint;
  readonly below: bigint;
  readonly documentType?: string;
}

/**
 * What a document number search covers (search/DESIGN.md#document-numbers): one number exactly, or a range of numbers without suffix at
 * its end. A single number may be typed as it is shown, with its type letter in front. Undefined: nothing can match.
 */
export const documentNumberRange = (from: string, to: string): OrdinalRange | undefined => {
  if (to !== '') {
    const [start, end] = [readDocumentNumber(from), clampedNumber(to)];
    if (!start || end === undefined) return undefined;
    return { from: ordinalOfNumber(start), below: ordinalOfNumber({ number: end, suffix: '' }) + types };
  }
  const typed = /^([A-Z])(\d.*)$/.exec(from.trim().toUpperCase());
  const number = readDocumentNumber(typed?.[2] ?? from);
  if (!number) return undefined;
  const start = ordinalOfNumber(number);
  return { from: start, below: start + types, ...(typed?.[1] && { documentType: typed[1] }) };
};

const ordinalOfNumber = (number: DocumentNumber): bigint => documentOrdinal('', number);

/** The end of a range may be far beyond every number. */
const clampedNumber = (digits: string): bigint | undefined => {
  if (!/^\d{1,40}$/.test(digits)) return undefined;
  const number = BigInt(digits);
  return number > largestNumber ? largestNumber : number;
};
