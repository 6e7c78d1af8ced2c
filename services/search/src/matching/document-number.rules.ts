/**
 * A document's ordinal combines number, suffix letter and type in one 64-bit integer. It is unique in a county, sorts
 * as search/DESIGN.md#document-numbers says (digits as numbers, then the suffix, then the type), and can be converted
 * back to the document key.
 */
const suffixes = 32n;
const types = 32n;
const perNumber = suffixes * types;

/** The largest number that fits into an ordinal along with suffix and type. */
const largestNumber = BigInt(Number.MAX_SAFE_INTEGER);

export interface DocumentNumber {
  readonly number: bigint;
  /** One letter, or empty. */
  readonly suffix: string;
}

const letterOrdinal = (letter: string): bigint => (letter === '' ? 0n : BigInt(letter.charCodeAt(0) - 64));
const letterAt = (ordinal: bigint): string =>
  ordinal === 0n ? '' : String.fromCharCode(Number(ordinal) + 64);

/** Parses digits (ignoring leading zeros) with at most one suffix letter; undefined for anything else. */
export const readDocumentNumber = (text: string): DocumentNumber | undefined => {
  const found = /^(\d{1,40})([A-Z]?)$/.exec(text.trim().toUpperCase());
  if (!found) return undefined;
  const number = BigInt(found[1] ?? '');
  return number > largestNumber ? undefined : { number, suffix: found[2] ?? '' };
};

export const isDocumentType = (text: string): boolean => /^[A-Z]$/.test(text);

/**
 * The ordinal of a document. Ordinals sort by number, then by suffix letter, then by type, and fit a PostgreSQL bigint.
 */
export const documentOrdinal = (documentType: string, { number, suffix }: DocumentNumber): bigint =>
  number * perNumber + letterOrdinal(suffix) * types + letterOrdinal(documentType);

/** The document key ('A1000001') of an ordinal. */
export const documentKeyAt = (ordinal: bigint): string =>
  letterAt(ordinal % types) + String(ordinal / perNumber) + letterAt((ordinal / types) % suffixes);

/** The ordinal of a document key; undefined for other text. */
export const ordinalOfKey = (key: string): bigint | undefined => {
  const documentType = key.slice(0, 1);
  const number = readDocumentNumber(key.slice(1));
  return isDocumentType(documentType) && number ? documentOrdinal(documentType, number) : undefined;
};

/** A half-open range of ordinals. If `documentType` is set, only documents of that type match. */
export interface OrdinalRange {
  readonly from: bigint;
  readonly below: bigint;
  readonly documentType?: string;
}

/**
 * The range of a document number search (search/DESIGN.md#document-numbers): exactly one number, or a range whose end
 * has no suffix. A single number may have its type letter in front, as results show it. Undefined when nothing can
 * match.
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

/** Reads a number and limits it to the largest one, because the end of a range may be far beyond every number. */
const clampedNumber = (digits: string): bigint | undefined => {
  if (!/^\d{1,40}$/.test(digits)) return undefined;
  const number = BigInt(digits);
  return number > largestNumber ? largestNumber : number;
};
