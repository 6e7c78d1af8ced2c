/**
 * A name in a PDF file. Numbers, booleans and null of the file become JavaScript numbers, booleans and null; every
 * other kind of value has its own type.
 */
export class PdfName {
  constructor(readonly name: string) {}
}
export class PdfRef {
  constructor(
    readonly number: number,
    readonly generation: number,
  ) {}
}
export class PdfString {
  constructor(readonly bytes: Uint8Array) {}
}
/** A word that is not an object: an operator of a content stream, or `obj`, `stream`, `R`. */
export class PdfWord {
  constructor(readonly word: string) {}
}
export type PdfDict = ReadonlyMap<string, PdfValue>;
export class PdfStreamObject {
  constructor(
    readonly dict: PdfDict,
    /** Offset of the first byte after `stream` and its line end. */
    readonly start: number,
  ) {}
}
export type PdfValue =
  | number
  | boolean
  | null
  | PdfName
  | PdfRef
  | PdfString
  | PdfWord
  | PdfDict
  | PdfStreamObject
  | readonly PdfValue[];

export const isDict = (value: PdfValue | undefined): value is PdfDict => value instanceof Map;
export const isList = (value: PdfValue | undefined): value is readonly PdfValue[] => Array.isArray(value);
export const isName = (value: PdfValue | undefined, name: string): boolean =>
  value instanceof PdfName && value.name === name;
export const isWord = (value: PdfValue | undefined, word: string): boolean =>
  value instanceof PdfWord && value.word === word;
