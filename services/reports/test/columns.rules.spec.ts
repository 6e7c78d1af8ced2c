import { describe, expect, test } from '@jest/globals';
import type { RecordOf } from '@portal/proto/http/search-results';
import { resultKinds, type ResultKind } from '@portal/proto/http/search-types';
import { columnsOf, type Column } from '../src/exports/columns.rules.js';
import { keysAsText as t } from './listings.js';

const county = { fileNumbers: false, bookTypes: false };

const shown = <R>(columns: readonly Column<R>[], record: R): Record<string, string> =>
  Object.fromEntries(
    columns.map(({ heading, text }) => [heading.replace('reports:column.', ''), text(record, t)]),
  );

const party = (displayName: string) => ({ displayName, lastName: '', firstName: '', middleInitial: '' });
const legal = (description: string) => ({ description, comment: '', docId: 'A1' });
const reference = (instrumentDescription: string, displayDocNumber: string) => ({
  ...{ docId: 'A7', docNumber: '7', docType: 'A', displayDocNumber, instrumentDescription },
  ...{ recordedDate: '', recordedTime: '', recordedAmPm: '' },
});

const deed: RecordOf<'documents'> = {
  ...{ docId: 'A1000001', docType: 'A', docNumber: '1000001', displayDocNumber: 'A1000001' },
  ...{ instrumentCode: 'WD', instrumentDescription: 'DEED', displayBookAndPage: '12/34' },
  ...{ recordedDate: '01/02/1990', recordedDateTime: '', instrumentDate: '', mortgageAmount: '' },
  ...{ salePrice: '', verifiedStatus: '' },
  grantorSearchResults: [party('ANDERSON, ANN')],
  grantorCount: 3,
  granteeSearchResults: [party('BERG, BO'), party('BERG, JO')],
  referenceDocumentSearchResults: [reference('MORTGAGE', 'A7')],
  referenceCount: 1,
  legalSearchResults: [legal('LOT 1')],
  legalCount: 2,
  ...{ torrensSearchResults: [], additionalInfoSearchResults: [], displayOnlySearchResults: [] },
};
const certificate: RecordOf<'certificates'> = {
  ...{ id: 'C55', certificateNumber: '55', fileNumber: 'F-9', displayBookAndPage: '3/4' },
  ...{ certifiedDate: '02/03/1991', shortStatus: 'A', status: 'Active', docNumber: '55', docType: 'C' },
  source: 'IMAGING_SYSTEM',
  cancelledBySearchResults: [
    { cancelledByCertificateId: 'C60', cancelledByCertificateNumber: '60' },
    { cancelledByCertificateId: 'C61', cancelledByCertificateNumber: '61' },
  ],
};
const entry: RecordOf<'bookEntries'> = {
  ...{ id: 'G1', docNumber: 'BOOK 1', docType: 'G', type: 'GRANTOR', fromName: 'AAB', toName: 'ACE' },
  ...{ fromDate: '01/01/1900', toDate: '12/31/1910' },
};
const release = {
  ...{ partialFullFlag: 'Full', releaseDocNumber: '8', releaseDocType: 'A', releaseDisplayDocNumber: 'A8' },
  ...{ releaseDate: '04/05/1995', revokeDocNumber: '', revokeDocType: '', revokeDisplayDocNumber: '' },
  revokeDate: '',
};
const taxpayer = (name: string) => ({
  ...{ name, lastName: '', firstName: '', middleInitial: '', displayAddress: '' },
});
const lien: RecordOf<'taxLiens'> = {
  ...{ docId: 'A9', docType: 'A', docNumber: '9', displayDocNumber: 'A9', instrumentDescription: 'LIEN' },
  ...{ recordedDate: '03/04/1994', instrumentDate: '', displayBookAndPage: '', lienNumber: 'L-1' },
  ...{ lienDate: '03/01/1994', totalAmount: '', lienType: '' },
  taxpayerSearchResults: [taxpayer('DOE, JANE'), taxpayer('DOE, JOHN')],
  releaseSearchResults: [release],
  revisionSearchResults: [{ flag: 'Amended', docNumber: '10', docType: 'A', displayDocNumber: 'A10' }],
};
const tract: RecordOf<'tractBooks'> = {
  ...{ docId: 'B3', tractBookId: 'TRACT 3', recordedDate: '05/06/1890', recordedDateTime: '' },
  legalSearchResults: [legal('SECTION 5')],
  legalCount: 4,
};

describe('a row of a downloaded list has the texts of the screen', () => {
  test('for documents', () => {
    expect(shown(columnsOf.documents(county), deed)).toEqual({
      ...{ instrument: 'DEED', documentNumber: 'A1000001', recordedDate: '01/02/1990', bookAndPage: '12/34' },
      grantors: 'reports:more first=ANDERSON, ANN count=2',
      grantees: 'reports:more first=BERG, BO count=1',
      references: 'MORTGAGE A7',
      legals: 'reports:more first=LOT 1 count=1',
    });
  });

  test('for Torrens certificates', () => {
    expect(shown(columnsOf.certificates(county), certificate)).toEqual({
      ...{ certificate: '55', certifiedDate: '02/03/1991', bookAndPage: '3/4', status: 'Active' },
      cancelledBy: '60, 61',
    });
  });

  test('for Torrens certificates in a county that uses file numbers', () => {
    const columns = columnsOf.certificates({ ...county, fileNumbers: true });
    expect(shown(columns, certificate)).toMatchObject({ certificate: '55', file: 'F-9' });
  });

  test.each(['documents', 'certificates'] as const)(
    'for %s, whose books have a heading that names the type in a county with book types',
    (kind) => {
      const headings = (bookTypes: boolean): string[] =>
        columnsOf[kind]({ ...county, bookTypes }).map(({ heading }) => heading);
      expect(headings(true)).toContain('results:column.bookPageType');
      expect(headings(true)).not.toContain('reports:column.bookAndPage');
      expect(headings(false)).toContain('reports:column.bookAndPage');
    },
  );

  test.each([
    [true, '12/34/D'],
    [false, '12/34'],
  ])(
    'for documents and certificates whose book has a type, in a county with book types %s',
    (bookTypes, text) => {
      const inBook = { displayBookAndPage: '12/34/D' };
      const [ofDocuments, ofCertificates] = [
        columnsOf.documents({ ...county, bookTypes }),
        columnsOf.certificates({ ...county, bookTypes }),
      ];
      expect(ofDocuments[3]?.text({ ...deed, ...inBook }, t)).toBe(text);
      expect(ofCertificates[2]?.text({ ...certificate, ...inBook }, t)).toBe(text);
    },
  );

  test('for grantor and grantee books', () => {
    expect(shown(columnsOf.bookEntries(county), entry)).toEqual({
      ...{ bookReference: 'BOOK 1', type: 'reports:bookType.GRANTOR', fromName: 'AAB', toName: 'ACE' },
      ...{ fromDate: '01/01/1900', toDate: '12/31/1910' },
    });
  });

  test('for tax liens', () => {
    expect(shown(columnsOf.taxLiens(county), lien)).toEqual({
      ...{ instrument: 'LIEN', documentNumber: 'A9', recordedDate: '03/04/1994', lienDate: '03/01/1994' },
      ...{ lienNumber: 'L-1', taxpayers: 'reports:more first=DOE, JANE count=1', revisions: 'Amended A10' },
      releases: 'Full A8 04/05/1995',
    });
  });

  test('for a tax lien whose release was revoked', () => {
    const revoked = { ...release, revokeDisplayDocNumber: 'A12', revokeDate: '06/07/1996' };
    const row = shown(columnsOf.taxLiens(county), { ...lien, releaseSearchResults: [revoked] });
    expect(row['releases']).toBe('Full A8 04/05/1995 / A12 06/07/1996');
  });

  test('for tract books', () => {
    expect(shown(columnsOf.tractBooks(county), tract)).toEqual({
      ...{ tractBook: 'TRACT 3', recordedDate: '05/06/1890' },
      legals: 'reports:more first=SECTION 5 count=3',
    });
  });

  test('for a tax lien without releases, revisions and taxpayers', () => {
    const bare = { ...lien, taxpayerSearchResults: [], releaseSearchResults: [], revisionSearchResults: [] };
    expect(shown(columnsOf.taxLiens(county), bare)).toMatchObject({
      ...{ taxpayers: '', revisions: '', releases: '' },
    });
  });
});

test.each(resultKinds)('the columns of %s have widths, and headings from the catalog', (kind: ResultKind) => {
  for (const { heading, share } of columnsOf[kind]({ ...county, fileNumbers: true })) {
    expect(heading).toMatch(/^reports:column\.\w+$/);
    expect(share).toBeGreaterThan(0);
  }
});
