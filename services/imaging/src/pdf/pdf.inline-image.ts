import { isSpace, type PdfLexer } from './pdf.lexer.js';
import { isWord, PdfName, PdfStreamObject, PdfWord, type PdfValue } from './pdf.objects.js';

/**
 * `EI` ends an image only if this many bytes after it are text, because the samples of an image may contain `EI` too.
 */
const looksAhead = 15;

/**
 * Reads an image that is written into the content of a page (ISO 32000 8.9.7). The lexer must have just read `BI`.
 * Moves the lexer to the position after `EI`.
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

/** The position after the `EI` that ends the samples. */
function endOf(content: Buffer, start: number): number | undefined {
  for (let at = content.indexOf('EI', start); at >= 0; at = content.indexOf('EI', at + 1)) {
    const ended = at + 2 === content.length || isSpace(content[at + 2]);
    if (ended && isSpace(content[at - 1]) && isText(content, at + 2)) return at + 2;
  }
  return undefined;
}

/** True if no sample follows. A single NUL may stand between two operators; two NULs in a row are samples. */
function isText(content: Buffer, start: number): boolean {
  for (let at = start; at < Math.min(start + looksAhead, content.length); at += 1) {
    const byte = content[at] ?? 0;
    const isPrintable = byte >= 0x20 && byte <= 0x7e;
    const isLonelyNul = byte === 0 && content[at + 1] !== 0;
    if (!isPrintable && !isLonelyNul && (byte === 0 || !isSpace(byte))) return false;
  }
  return true;
}
