import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  detailsPathOf,
  recordOf,
  type LegalDetails,
  type ParcelLinks,
  type RecordOf,
} from '@portal/proto/http/search-results';
import { resultKinds, type ResultKind } from '@portal/proto/http/search-types';
import * as z from 'zod/mini';
import { DemoRows, keyOf, typedDate, type Row } from './demo-rows.js';
import { contentOf, deed, Visitor, type Reply } from './portal.js';

const rows = new DemoRows('lake');
let visitor: Visitor;
let abroad: Visitor;
beforeAll(async () => {
  visitor = await Visitor.signedIn('demo.invoice');
  abroad = await Visitor.signedIn('demo.invoice', 'saipan');
});

const ask = (kind: ResultKind, docId: string, by = visitor): Promise<Reply> =>
  by.post(`search/${detailsPathOf[kind]}`, { docId, description: '' });

/** Reads the details of a record, and checks that they have exactly the fields of the contract. */
async function details<K extends ResultKind>(kind: K, docId: string): Promise<RecordOf<K>> {
  const content = await contentOf(ask(kind, docId));
  // the type system cannot know that the schema and the record are of the same kind
  const record = recordOf[kind].parse(content) as RecordOf<K>;
  expect(z.encode(recordOf[kind], record)).toEqual(content);
  return record;
}

const one = (file: string, wanted: (row: Row) => boolean = () => true): Row => {
  const found = rows.of(file).find(wanted);
  if (!found) throw new Error(`no such row in ${file}.csv`);
  return found;
};
const amount = (row: Row, file: string): number =>
  rows.of(file).filter((each) => keyOf(each) === keyOf(row)).length;

describe('the details of records', () => {
  test('B4-18 B2-40 B2-41 come from documentDetails for a document, as the office delivered them', async () => {
    for (const row of rows.some('documents', 8)) {
      const document = await details('documents', keyOf(row));
      expect(document).toMatchObject({
        docId: keyOf(row),
        docType: row.document_type,
        docNumber: row.document_number,
        instrumentCode: row.instrument_code,
        recordedDate: typedDate(row.recorded_date),
        instrumentDate: typedDate(row.instrument_date),
      });
      const parties = document.grantorSearchResults.length + document.granteeSearchResults.length;
      expect(parties).toBe(amount(row, 'parties'));
      expect(document.legalSearchResults).toHaveLength(amount(row, 'legals'));
    }
  });

  test('B2-43 name the certificates on which a Torrens document is registered, and their status', async () => {
    for (const row of rows.some('certificate_documents', 5)) {
      const { torrensSearchResults } = await details('documents', keyOf(row));
      const certificate = one('certificates', (each) => each.certificate_number === row.certificate_number);
      expect(torrensSearchResults).toContainEqual({
        certificateNumber: row.certificate_number,
        status: certificate.short_status,
      });
    }
  });

  test('B5-08 B2-48 B2-49 A12-30 come from torrensCertificateDetails for a certificate, and name the system that it comes from and the certificates that canceled it', async () => {
    const cancelled = rows.some('certificates', 4, (row) => row.cancelled_by !== '');
    for (const row of [...cancelled, ...rows.some('certificates', 4, (each) => each.cancelled_by === '')]) {
      expect(await details('certificates', `C${row.certificate_number}`)).toEqual({
        id: `C${row.certificate_number}`,
        certificateNumber: row.certificate_number,
        fileNumber: row.file_number,
        displayBookAndPage: `${row.book}/${row.page}`,
        certifiedDate: typedDate(row.certified_date),
        shortStatus: row.short_status,
        status: row.status,
        docNumber: row.document_number,
        docType: row.document_type,
        source: row.source === 'IMAGING' ? 'IMAGING_SYSTEM' : 'LANDLINK',
        cancelledBySearchResults: (row.cancelled_by ?? '')
          .split('|')
          .filter(Boolean)
          .map((number) => ({
            cancelledByCertificateId: `C${number}`,
            cancelledByCertificateNumber: number,
          })),
      });
    }
  });

  test('B6-06 B2-50 come from grantorGranteeBookDetails for a book entry', async () => {
    for (const row of rows.some('gg_books', 5)) {
      expect(await details('bookEntries', `G${row.entry_number}`)).toEqual({
        id: `G${row.entry_number}`,
        docNumber: row.document_number || row.entry_number,
        docType: row.document_type || 'G',
        type: row.type,
        fromName: row.from_name,
        toName: row.to_name,
        fromDate: typedDate(row.from_date),
        toDate: typedDate(row.to_date),
      });
    }
    // a missing entry and a record of another kind have no details
    for (const key of ['G999999999', 'A1000001']) expect((await ask('bookEntries', key)).status).toBe(404);
  });

  test('B6-14 B2-45 B2-46 B2-47 come from taxLienDetails for a tax lien, and have its taxpayers, revisions and releases', async () => {
    const files = ['tax_liens', 'tax_lien_releases', 'tax_lien_revisions'];
    for (const row of files.flatMap((file) => rows.some(file, 3))) {
      const lien = one('tax_liens', (each) => keyOf(each) === keyOf(row));
      const found = await details('taxLiens', keyOf(row));
      expect(found).toMatchObject({
        docType: lien.document_type,
        docNumber: lien.document_number,
        lienNumber: lien.lien_number,
        lienDate: typedDate(lien.lien_date),
      });
      expect(Number(found.totalAmount.replace(/[$,]/g, ''))).toBe(Number(lien.total_amount));
      expect(found.taxpayerSearchResults).toHaveLength(amount(lien, 'tax_lien_parties'));
      expect(found.releaseSearchResults).toHaveLength(amount(lien, 'tax_lien_releases'));
      expect(found.revisionSearchResults).toHaveLength(amount(lien, 'tax_lien_revisions'));
    }
  });

  test('B6-20 B2-51 come from tractBookDetails for a tract book entry, and have all of its legal descriptions', async () => {
    for (const { entry_number: entry = '', recorded_date: recorded } of rows.some('tract_books', 5)) {
      const found = await details('tractBooks', `B${entry}`);
      expect(found).toMatchObject({ tractBookId: entry, recordedDate: typedDate(recorded) });
      const legals = rows.of('tract_books').filter((row) => row.entry_number === entry);
      expect(found.legalSearchResults.map(({ description }) => description)).toEqual(
        legals.map(({ description }) => description),
      );
    }
  });

  test.each(resultKinds)(
    'are not found for %s that do not exist or belong to another county',
    async (kind) => {
      const keys = ['A99999999', 'C99999999', 'nothing', '', "A1' OR '1'='1", '../A1000001'];
      for (const key of keys) {
        const reply = await ask(kind, key);
        expect([key, reply.status, reply.envelope.content]).toEqual([key, 404, null]);
      }
      for (const refused of ['A'.repeat(41), 'A1\u0000'])
        expect((await ask(kind, refused)).envelope).toMatchObject({ fields: { docId: expect.any(String) } });
      expect((await ask('certificates', 'C1', abroad)).status).toBe(404);
    },
  );
});

describe('legal details', () => {
  const legalDetails = (id: string) =>
    contentOf<LegalDetails>(visitor.post('search/legalDescriptionDetails', { id }));
  const valuesOf = (headers: string[], table: LegalDetails['condoRows'], header: string): string[] =>
    table.map(({ legalDescriptionTypeDetails: values }) => values[headers.indexOf(header)] ?? '');

  test('B7-17 B7-18 have separate tables for lots and blocks, metes and bounds, and condos', async () => {
    const lot = one('legals', (row) => row.kind === 'LB' && row.lot !== '' && row.unit === '');
    const lots = await legalDetails(keyOf(lot));
    expect(valuesOf(lots.lotsAndBlocksHeaders, lots.lotsAndBlocksRows, 'Lot')).toContain(lot.lot);
    expect(valuesOf(lots.lotsAndBlocksHeaders, lots.lotsAndBlocksRows, 'Plat').join()).toContain(
      lot.plat_number,
    );
    const bound = one('legals', (row) => row.kind === 'MB' && row.q !== '');
    const bounds = await legalDetails(keyOf(bound));
    expect(valuesOf(bounds.metesAndBoundsHeaders, bounds.metesAndBoundsRows, 'Section')).toContain(
      bound.section,
    );
    const condo = one('legals', (row) => row.kind === 'LB' && row.unit !== '');
    const condos = await legalDetails(keyOf(condo));
    expect(valuesOf(condos.condoHeaders, condos.condoRows, 'Unit')).toContain(condo.unit);
    for (const { condoHeaders, condoRows } of [lots, bounds])
      expect([condoHeaders, condoRows]).toEqual([[], []]);
  });

  test('have a value for every header in every row, even for an entry of a tract book', async () => {
    const entries = rows.some('tract_books', 6).map((row) => `B${row.entry_number}`);
    for (const id of [...rows.some('legals', 20).map(keyOf), ...entries]) {
      const found = await legalDetails(id);
      for (const kind of ['metesAndBounds', 'lotsAndBlocks', 'condo'] as const) {
        const headers = found[`${kind}Headers`];
        expect(headers.some((header) => header.includes(':'))).toBe(false);
        for (const row of found[`${kind}Rows`])
          expect(row.legalDescriptionTypeDetails).toHaveLength(headers.length);
      }
      const amounts = [found.metesAndBoundsRows, found.lotsAndBlocksRows, found.condoRows];
      expect(amounts.flat().length).toBeGreaterThan(0);
    }
  });
});

describe('links into the county’s systems', () => {
  const parcelsOf = (key: string, of = rows): (string | undefined)[] =>
    of
      .of('parcels')
      .filter((row) => keyOf(row) === key)
      .map((row) => row.parcel_id);

  test.each([
    ['B4-30', 'tax/getLinks', 'https://tax.example.gov/lake/statement?parcel='],
    ['B4-31', 'gis/getLinks', 'https://gis.example.gov/lake/parcel/'],
  ])(
    '%s come from %s, one for each parcel id of the document, with a header that names the document',
    async (_id, path, address) => {
      for (const row of rows.some('parcels', 5)) {
        const { parcelIds, parcelIdLinks, header } = await contentOf<ParcelLinks>(
          visitor.post(path, { id: keyOf(row) }),
        );
        expect(parcelIds).toEqual(parcelsOf(keyOf(row)));
        expect(parcelIdLinks).toEqual(parcelIds.map((id) => address + encodeURIComponent(id)));
        expect(header).toContain(row.document_number);
      }
    },
  );

  test('are replaced by a reason when the document has no parcels or the county has no such system; an unknown record is not found', async () => {
    const bare =
      rows
        .of('documents')
        .map(keyOf)
        .find((key) => parcelsOf(key).length === 0) ?? '';
    for (const path of ['tax/getLinks', 'gis/getLinks']) {
      const reply = await visitor.post(path, { id: bare });
      expect([reply.status, reply.envelope]).toEqual([
        200,
        { ok: false, message: 'This document has no parcel ID to link to.', lockout: false, content: null },
      ]);
      expect((await visitor.post(path, { id: 'A99999999' })).status).toBe(404);
    }
    expect((await abroad.post('tax/getLinks', { id: deed.key })).envelope).toMatchObject({
      ok: false,
      message:
        'This county has no links to its tax or map system here. Please contact the county for this information.',
      content: null,
    });
    const inSaipan = keyOf(new DemoRows('saipan').of('parcels')[0] ?? {});
    expect((await abroad.post('gis/getLinks', { id: inSaipan })).envelope.ok).toBe(true);
  });
});
