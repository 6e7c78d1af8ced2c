import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import type { CountyHost } from './portal.js';

/** A row of a CSV file of the bundle, keyed by column. */
export type Row = Readonly<Record<string, string>>;

/**
 * Reads the bundles that the running product has imported (services/search/README.md). The bundles hold the data as the
 * office delivered them, without any changes by the portal.
 */
export class DemoRows {
  private readonly files = new Map<string, Row[]>();
  private sealed: Set<string> | undefined;

  constructor(private readonly county: CountyHost) {}

  /** Returns the rows of a file, except those of sealed documents. */
  of(file: string): Row[] {
    const known = this.files.get(file);
    if (known) return known;
    const rows = this.read(file).filter((row) => !this.sealedKeys().has(keyOf(row)));
    this.files.set(file, rows);
    return rows;
  }

  /** Returns this many rows, taken from all parts of the file. */
  some(file: string, amount: number, wanted: (row: Row) => boolean = () => true): Row[] {
    const rows = this.of(file).filter(wanted);
    if (rows.length === 0) throw new Error(`the bundle of ${this.county} has no such rows in ${file}.csv`);
    const step = Math.max(1, Math.floor(rows.length / amount));
    return rows.filter((_, at) => at % step === 0).slice(0, amount);
  }

  document(key: string): Row {
    const found = this.of('documents').find((row) => keyOf(row) === key);
    if (!found) throw new Error(`the bundle of ${this.county} has no document ${key}`);
    return found;
  }

  private read(file: string): Row[] {
    const folder = path.join(process.env.PORTAL_DATA ?? '', 'demo', this.county);
    const rows: Row[] = parse(readFileSync(path.join(folder, `${file}.csv`)), { columns: true, bom: true });
    return rows;
  }

  private sealedKeys(): Set<string> {
    const sealed = (row: Row): boolean => (row.sealed ?? '') !== '' && row.sealed !== 'N';
    return (this.sealed ??= new Set(this.read('documents').filter(sealed).map(keyOf)));
  }
}

export const keyOf = ({ document_type: type = '', document_number: number = '' }: Row): string =>
  type + number;

/** Converts `2026-10-30` to the format of forms. */
export const typedDate = (iso = ''): string => iso.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');
