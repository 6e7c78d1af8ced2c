import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { demoDocuments, writeDemoBundle, type DemoDocument } from '@portal/infra/testing';
import { parse } from 'csv-parse/sync';
import * as z from 'zod/mini';

const manifestCounts = z.object({ counts: z.record(z.string(), z.int()) });
const csvRows = z.array(z.record(z.string(), z.string()));

/** The files of a bundle, read into memory. */
class Bundle {
  private readonly read = new Map<string, z.infer<typeof csvRows>>();

  private constructor(
    private readonly folder: string,
    readonly counts: Readonly<Record<string, number>>,
  ) {}

  static open(folder: string): Bundle {
    const text = readFileSync(path.join(folder, 'manifest.json'), 'utf8');
    return new Bundle(folder, manifestCounts.parse(JSON.parse(text)).counts);
  }

  /** The rows of a CSV file, with their values by column name; empty when the county has no such file. */
  rows(file: string): z.infer<typeof csvRows> {
    if (this.counts[file] === undefined) return [];
    const text = (): Buffer => readFileSync(path.join(this.folder, file));
    const rows = this.read.get(file) ?? csvRows.parse(parse(text(), { columns: true }));
    this.read.set(file, rows);
    return rows;
  }
}

const keyOf = ({ type, number }: DemoDocument): string => type + number;

describe.each([
  ['lake', 300],
  ['saipan', 50],
] as const)('the demo county %s', (county, imaged) => {
  let documents: readonly DemoDocument[];
  beforeAll(async () => {
    documents = await demoDocuments(county, {});
  });

  test('is the same every time it is generated', async () => {
    expect(JSON.stringify(await demoDocuments(county, {}))).toBe(JSON.stringify(documents));
  });

  test('has 5,000 documents from 1890 to 2026 with unique numbers, enough of them with page images', () => {
    const years = documents.map(({ recorded_date }) => Number(recorded_date.slice(0, 4)));
    expect(documents).toHaveLength(5_000);
    expect([Math.min(...years), Math.max(...years)]).toEqual([1890, 2026]);
    expect(new Set(documents.map(keyOf)).size).toBe(5_000);
    expect(documents.filter(({ pages }) => pages > 0).length).toBeGreaterThanOrEqual(imaged);
    expect(documents.every(({ recorded_date }) => recorded_date <= '2026-10-30')).toBe(true);
  });

  test('has the documents that the manual mentions', () => {
    const named = new Map(documents.map((document) => [keyOf(document), document]));
    expect(named.get('A1000001')).toMatchObject({
      pages: 12,
      instrument: { description: 'WARRANTY DEED' },
    });
    expect(named.get('A1000002')).toMatchObject({ pages: 0 });
    expect(named.get('A1000003')).toMatchObject({ pages: 1, instrument: { description: 'PLAT' } });
    expect(named.has('T2000001')).toBe(county === 'lake');
    expect(documents.some(({ type }) => type === 'T')).toBe(county === 'lake');
  });
});

describe.each(['lake', 'saipan'] as const)('the import bundle of %s', (county) => {
  let bundle: Bundle;
  beforeAll(async () => {
    const folder = path.join(await mkdtemp(path.join(tmpdir(), 'demo-')), county);
    await writeDemoBundle(county, folder, {});
    bundle = Bundle.open(folder);
  });

  test('states the right number of rows for each of its files', () => {
    for (const [file, count] of Object.entries(bundle.counts)) expect(bundle.rows(file)).toHaveLength(count);
  });

  test('has liens that are current, expired, released wholly and in part, revoked and revised', () => {
    const liens = bundle.rows('tax_liens.csv');
    expect(liens.some(({ expire_date: day = '' }) => day > '2026-12-31')).toBe(true);
    expect(liens.some(({ expire_date: day = '' }) => day !== '' && day < '2026-01-01')).toBe(true);
    const releases = bundle.rows('tax_lien_releases.csv');
    expect(new Set(releases.map(({ partial_full: part }) => part))).toEqual(new Set(['FULL', 'PARTIAL']));
    expect(releases.some(({ revoke_date: day }) => day !== '')).toBe(true);
    expect(bundle.rows('tax_lien_revisions.csv').length).toBeGreaterThan(3);
  });

  test('has books, tract book entries with more than a page of legal descriptions, and plats with similar names', () => {
    expect(bundle.rows('gg_books.csv').length).toBeGreaterThan(200);
    const legals = bundle.rows('tract_books.csv').map(({ entry_number: entry }) => entry);
    expect(legals.filter((entry) => entry === '5003').length).toBeGreaterThan(10);
    const names = bundle.rows('plats.csv').map(({ plat_name: name = '' }) => name);
    expect(names.length).toBeGreaterThan(300);
    expect(names.filter((name) => name.startsWith('NORTH SHORE')).length).toBeGreaterThan(10);
  });

  test('has documents with more parties, legal descriptions and references than a table shows at once', () => {
    const most = (file: string): number => {
      const amounts = new Map<string, number>();
      for (const { document_type: type = '', document_number: number = '' } of bundle.rows(file)) {
        amounts.set(type + number, (amounts.get(type + number) ?? 0) + 1);
      }
      return Math.max(...amounts.values());
    };
    for (const file of ['parties.csv', 'legals.csv', 'references.csv']) expect(most(file)).toBeGreaterThan(3);
  });

  test('has Torrens certificates for lake, and parcels on islands for saipan', () => {
    const standing = bundle.rows('certificate_documents.csv');
    expect(standing.some(({ document_number: number }) => number === '2000001')).toBe(county === 'lake');
    const certificates = bundle.rows('certificates.csv');
    const cancelledByMany = certificates.filter(({ cancelled_by: by = '' }) => by.includes('|'));
    expect(cancelledByMany.length > 0).toBe(county === 'lake');
    const islands = new Set(bundle.rows('parcels.csv').map(({ island }) => island));
    expect(islands.has('TINIAN')).toBe(county === 'saipan');
  });
});
