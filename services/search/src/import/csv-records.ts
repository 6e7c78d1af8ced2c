import { ImportRefused } from './import-refused.js';

/** Maximum length of a record in characters. A longer record means that a closing quote is missing. */
const longestRecord = 1_000_000;

/**
 * A record of a CSV file: the number of its first line (the header is line 1) and its values. A record with broken
 * quotes has no values.
 */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[] | undefined;
}

const brokenRecord = Symbol('broken');

/**
 * Parses CSV (RFC 4180, LF or CRLF, with or without a byte order mark) piece by piece. It stores at most one unfinished
 * record and refuses a record that is too long, so memory is bounded for any file.
 */
export class CsvRecords {
  private rest = '';
  private line = 1;
  private begun = false;
  /** The position after the last quoted record, where the next record starts. */
  private at = 0;

  constructor(
    private readonly file: string,
    private readonly longest = longestRecord,
  ) {}

  /** The records that this piece completes; empty lines are skipped. */
  *read(piece: string, isLast = false): Generator<CsvRecord> {
    const text = this.rest + (this.begun ? piece : piece.replace(/^\ufeff/, ''));
    this.begun ||= piece !== '';
    let from = 0;
    while (from < text.length) {
      const end = text.indexOf('\n', from);
      if (end < 0 && !isLast) break;
      const line = text.slice(from, end < 0 ? text.length : end);
      if (!line.includes('"')) {
        const values = line.endsWith('\r') ? line.slice(0, -1) : line;
        if (values !== '') yield { line: this.line, cells: values.split(',') };
        this.line += 1;
        from += line.length + 1;
        continue;
      }
      const cells = this.quoted(text, from, isLast);
      if (cells === undefined) break;
      const lines = countLines(text, from, this.at);
      yield { line: this.line, cells: cells === brokenRecord ? undefined : cells };
      this.line += lines;
      from = this.at;
    }
    this.rest = text.slice(from);
    if (this.rest.length > this.longest) {
      throw new ImportRefused(
        `${this.file} line ${this.line}: the record does not end within ${this.longest} characters`,
      );
    }
  }

  /**
   * Parses a quoted record that starts at `from` and moves `at` past it. Undefined when its end has not been read yet.
   */
  private quoted(text: string, from: number, isLast: boolean): string[] | typeof brokenRecord | undefined {
    const cells: string[] = [];
    for (let at = from; ;) {
      const end = text[at] === '"' ? quotedEnd(text, at) : plainEnd(text, at);
      if (end === undefined && isLast) {
        const line = this.line + countLines(text, from, at);
        throw new ImportRefused(`${this.file} line ${line}: a quote opens and never closes`);
      }
      if (end === undefined) return undefined;
      // the next piece may start with the second half of a doubled quote or of a line end
      if (!isLast && (end === text.length || (text[end] === '\r' && end + 1 === text.length)))
        return undefined;
      const cell = text.slice(at, end);
      const plain = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      if (plain === cell && cell.includes('"')) return this.brokenUntil(text, end, isLast);
      cells.push(plain);
      if (text[end] === ',') at = end + 1;
      else {
        const next = text.startsWith('\r\n', end) ? end + 2 : end + 1;
        if (end < text.length && text[next - 1] !== '\n') return this.brokenUntil(text, end, isLast);
        this.at = next;
        return cells;
      }
    }
  }

  /** Continues after the line with the broken quotes. Undefined when the end of the line has not been read yet. */
  private brokenUntil(text: string, from: number, isLast: boolean): typeof brokenRecord | undefined {
    const end = text.indexOf('\n', from);
    if (end < 0 && !isLast) return undefined;
    this.at = end < 0 ? text.length : end + 1;
    return brokenRecord;
  }
}

/** Position after the closing quote; undefined when it has not been read yet. */
function quotedEnd(text: string, from: number): number | undefined {
  for (let at = from + 1; ;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return undefined;
    if (text[quote + 1] !== '"') return quote + 1;
    at = quote + 2;
  }
}

/** Position of the comma or line end after an unquoted value. */
function plainEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === ',' || letter === '\n' || (letter === '\r' && text[at + 1] === '\n')) return at;
  }
  return text.length;
}

function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
