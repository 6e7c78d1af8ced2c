import type { PdfLexer } from './pdf.lexer.js';
import { isWord, PdfName, PdfStreamObject, PdfWord, type PdfValue } from './pdf.objects.js';

/** As many bytes after `EI` must be text, because `EI` may also occur in the samples of an image. */
const looksAhead = 15;

/**
 * Reads an image that is written into the content of a page (ISO 32000 8.9.7). The lexer is behind `BI`; afterwards it
 * is behind `EI`.
 * @returns undefined if the image cannot be read
 */
export function readInlineImage(content: Uint8Array, lexer: PdfLexer): PdfStreamObject | undefined {
  const dict = new Map<string, PdfValue>();
  for (let key = lexer.next(); !isWord(key, 'ID'); key = lexer.next()) {
    const value = lexer.next();
    if (!(key instanceof PdfName) || value === undefined || value instanceof PdfWord) return undefined;
    dict.set(key.name, value);
  }
  const start = lexer.at + 1;
  const end = endOf(Buffer.from(content.buffer, content.byteOffset, content.length), start);
  if (end === undefined) return undefined;
  lexer.at = end;
  return new PdfStreamObject(dict, start);
}

/** The position behind the `EI` that ends the samples. */
function endOf(content: Buffer, start: number): number | undefined {
  for (let at = content.indexOf('EI', start); at >= 0; at = content.indexOf('EI', at + 1)) {
    const before = content.toString('latin1', at - 1, at);
    const after = content.toString('latin1', at + 2, at + 2 + looksAhead);
    if (/\s/.test(before) && /^(\s[\s\x20-\x7e]*)?$/.test(after)) return at + 2;
  }
  return undefined;
}
