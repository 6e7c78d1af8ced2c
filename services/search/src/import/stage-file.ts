import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { CsvRecords, type CsvRecord } from './csv-records.js';
import { ImportRefused } from './import-refused.js';
import type { Progress } from './progress.js';
import type { Rejects } from './rejects.js';
import { RowRejected, type BundleRow, type StagedRow, type StagedValue } from './row.rules.js';
import type { StagedFile } from './staged-file.js';
import { hidingOf, type Hiding } from './unhidden.js';

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (text: string): string =>
  /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (found) => escapes[found] ?? found) : text;

/** A value in the text format of COPY. */
const copyText = (value: StagedValue): string => {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'object') return escaped(`{${value.map((text) => `"${text}"`).join(',')}}`);
  return String(value);
};

function copyLine(line: number, row: StagedRow): string {
  let text = String(line);
  for (const value of row) text += `\t${copyText(value)}`;
  return `${text}\n`;
}

/** The names in the header by position. The columns may be in any order, and unknown columns are allowed. */
function readHeader(file: StagedFile, header: readonly string[]): string[] {
  const names = header.map((name) => name.trim().toLowerCase());
  const missing = file.header.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new ImportRefused(`${file.file} has no column ${missing.join(', ')}`);
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  if (twice) throw new ImportRefused(`${file.file} has the column ${twice} twice`);
  return names;
}

/** The character with which decoders replace an invalid UTF-8 byte. */
const unreadable = '\ufffd';

function named({ cells }: CsvRecord, names: readonly string[]): BundleRow {
  if (!cells) throw new RowRejected('', 'the quotes of this line are broken');
  if (cells.length !== names.length) {
    throw new RowRejected('', `${cells.length} values where the header has ${names.length}`);
  }
  const row: Record<string, string> = {};
  for (let at = 0; at < names.length; at += 1) row[names[at] ?? ''] = cells[at] ?? '';
  return row;
}

interface Rejected {
  readonly line: number;
  readonly column: string;
  readonly reason: string;
  readonly hiding: Hiding | undefined;
}

/**
 * Converts pieces of a CSV file to lines for COPY. All lines of a piece are one chunk, because a chunk for each row
 * would cost more than the row.
 */
class RowsToCopy extends Transform {
  rows = 0;
  private names: string[] | undefined;
  private readonly records: CsvRecords;

  constructor(
    private readonly file: StagedFile,
    private readonly to: { rejects: Rejects; progress: Progress },
  ) {
    super({ decodeStrings: false });
    this.records = new CsvRecords(file.file);
  }

  override _transform(piece: string, _encoding: string, done: (error?: Error | null) => void): void {
    this.stage(piece, false).then(() => done(), done);
  }

  override _flush(done: (error?: Error | null) => void): void {
    this.stage('', true).then(() => done(), done);
  }

  private async stage(piece: string, isLast: boolean): Promise<void> {
    let lines = '';
    const rejected: Rejected[] = [];
    // almost no piece has an invalid byte, so one search of the whole piece replaces a search of each record
    const readable = !piece.includes(unreadable);
    for (const record of this.records.read(piece, isLast)) {
      try {
        lines += this.line(record, readable);
      } catch (error) {
        if (!(error instanceof RowRejected)) throw error;
        const row = this.rowOf(record);
        const hidden = row && this.file.hiddenBy?.(row);
        // the negative line number marks a row that is already listed among the rejects
        if (hidden) lines += copyLine(-record.line, hidden);
        const hiding = hidingOf(this.file, record.line, row);
        rejected.push({ line: record.line, column: error.column, reason: error.reason, hiding });
      }
    }
    for (const { line, column, reason, hiding } of rejected) {
      await this.to.rejects.add(this.file.file, line, column, reason, hiding);
    }
    if (isLast && !this.names) throw new ImportRefused(`${this.file.file} is empty: it has no header`);
    if (lines !== '') this.push(lines);
  }

  /** The values of a rejected record; undefined if it does not have one value for each column. */
  private rowOf(record: CsvRecord): BundleRow | undefined {
    const { names } = this;
    return names && record.cells?.length === names.length ? named(record, names) : undefined;
  }

  private line(record: CsvRecord, readable: boolean): string {
    if (!this.names) {
      if (!record.cells) throw new ImportRefused(`${this.file.file}: the quotes of the header are broken`);
      this.names = readHeader(this.file, record.cells);
      return '';
    }
    this.rows += 1;
    this.to.progress.advance(this.file.file);
    const row = named(record, this.names);
    if (!readable) {
      const column = this.names.find((name) => row[name]?.includes(unreadable));
      if (column !== undefined) throw new RowRejected(column, 'not UTF-8');
    }
    return copyLine(record.line, this.file.stage(row));
  }
}

const pieceLength = 262_144;

/**
 * Streams a CSV file of the bundle into its staging table; rows that break a rule go to the rejects.
 * @param relation the staging table
 * @returns number of rows read, including rejected ones
 */
export async function stageFile(
  client: pg.Client,
  path: string,
  file: StagedFile,
  relation: string,
  to: { rejects: Rejects; progress: Progress },
): Promise<number> {
  const rows = new RowsToCopy(file, to);
  const copy = client.query(copyFrom(`COPY ${relation} FROM STDIN`));
  await pipeline(createReadStream(path, { encoding: 'utf8', highWaterMark: pieceLength }), rows, copy);
  return rows.rows;
}
