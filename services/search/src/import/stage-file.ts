import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { ImportRefused } from './import-refused.js';
import type { Progress } from './progress.js';
import type { Rejects } from './rejects.js';
import { RowRejected, type StagedRow, type StagedValue } from './row.rules.js';
import type { StagedFile } from './staged-files.js';

/** What csv-parse gives with `info`. */
interface ParsedRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

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

const copyLine = (line: number, row: StagedRow): string => `${line}\t${row.map(copyText).join('\t')}\n`;

/** Header names in their columns; a file may have more columns than are known, in any order. */
function readHeader(file: StagedFile, header: readonly string[]): string[] {
  const names = header.map((name) => name.trim().toLowerCase());
  const missing = file.header.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new ImportRefused(`${file.file} has no column ${missing.join(', ')}`);
  return names;
}

/** COPY gets its lines in pieces of this many characters: a chunk per row would cost more than the row. */
const chunkLength = 65_536;

class RowsToCopy extends Transform {
  rows = 0;
  private names: string[] | undefined;
  private lines = '';

  constructor(
    private readonly file: StagedFile,
    private readonly rejects: Rejects,
    private readonly progress: Progress,
  ) {
    super({ writableObjectMode: true });
  }

  override _transform(parsed: ParsedRecord, _encoding: string, done: (error?: Error | null) => void): void {
    try {
      this.add(parsed);
      done();
    } catch (error) {
      if (!(error instanceof RowRejected))
        return done(error instanceof Error ? error : new Error(String(error)));
      this.rejects
        .add(this.file.file, parsed.info.lines, error.column, error.reason)
        .then(() => done(), done);
    }
  }

  override _flush(done: () => void): void {
    this.push(this.lines);
    done();
  }

  private add({ record, info }: ParsedRecord): void {
    if (!this.names) {
      this.names = readHeader(this.file, record);
      return;
    }
    this.rows += 1;
    this.progress.advance(this.file.file);
    this.lines += copyLine(info.lines, this.file.stage(named(record, this.names)));
    if (this.lines.length < chunkLength) return;
    this.push(this.lines);
    this.lines = '';
  }
}

function named(record: readonly string[], names: readonly string[]): Record<string, string> {
  if (record.length !== names.length) {
    throw new RowRejected('', `${record.length} values where the header has ${names.length}`);
  }
  const row: Record<string, string> = {};
  for (const [at, name] of names.entries()) row[name] = record[at] ?? '';
  return row;
}

/**
 * Streams a CSV file of the bundle into its staging table; rows that break a rule go to the rejects.
 * @returns rows read, rejected ones included
 */
export async function stageFile(
  client: pg.Client,
  path: string,
  file: StagedFile,
  to: { rejects: Rejects; progress: Progress },
): Promise<number> {
  let malformed = 0;
  const waits: Promise<void>[] = [];
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
  });
  parser.on('skip', (error: (Error & { lines?: number }) | undefined) => {
    malformed += 1;
    waits.push(to.rejects.add(file.file, error?.lines ?? 0, '', 'the quotes of this line are broken'));
  });
  const rows = new RowsToCopy(file, to.rejects, to.progress);
  const copy = client.query(copyFrom(`COPY ${file.table} FROM STDIN`));
  await pipeline(createReadStream(path), parser, rows, copy);
  await Promise.all(waits);
  return rows.rows + malformed;
}
