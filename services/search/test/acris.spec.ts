import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { describeWithShared, writeAcrisBundle } from '@portal/infra/testing';
import type { NameCriteria } from '@portal/proto/criteria/name';
import type { ImportOutcome } from '../src/import/import-bundle.js';
import { SearchUnderTest } from './search-under-test.js';

// an import takes a second, or many seconds on a busy machine
jest.setTimeout(120_000);

describeWithShared('when rows of a real public register are imported', ['data/acris'], (acris) => {
  let search: SearchUnderTest;
  let outcome: ImportOutcome;
  let keys: string[];
  beforeAll(async () => {
    search = await SearchUnderTest.start();
    const folder = await mkdtemp(path.join(tmpdir(), 'acris-'));
    keys = await writeAcrisBundle(acris, folder);
    outcome = await search.importFolder(folder);
  });
  afterAll(() => search.close());

  /** Returns the names shown in the results of a search by last name. */
  const shown = async (last: string, more: Partial<NameCriteria> = {}): Promise<string[]> => {
    const criteria = { grantorGranteeLastName1: last, fromRecordedDate: '01/01/1900', ...more };
    const { searchResults } = await search.byName(criteria, { pageNumber: -1 });
    return searchResults.searchResultList.flatMap((row) =>
      [...row.grantorSearchResults, ...row.granteeSearchResults].map(({ displayName }) => displayName),
    );
  };

  test('the files of the register are loaded, and each row that is left out is listed with its reason', async () => {
    const rejects = (await readFile(outcome.rejects, 'utf8')).trim().split('\n').slice(1);
    expect(rejects).toHaveLength(outcome.rejected);
    expect(rejects.every((line) => /^[a-z]+\.csv,\d+,[a-z_]*,.+/.test(line))).toBe(true);
    expect(outcome.documents).toBeGreaterThan(90);
  });

  test.each([
    ['MERS', {}, "''MERS AS NOMINEE''"],
    ['mers as nominee', {}, "''MERS AS NOMINEE''"],
    ['nominee', { matchMethod: 'WORD' }, "''MERS AS NOMINEE''"],
    ['952 aldus', {}, '952 ALDUS, LLC / LANGSAM PROPERTY SERVICES'],
    ['952 ALDUS LLC', {}, '952 ALDUS, LLC / LANGSAM PROPERTY SERVICES'],
    ['aldus', { matchMethod: 'WORD' }, '952 ALDUS, LLC / LANGSAM PROPERTY SERVICES'],
    ['Genovese', {}, 'GENOVESE FRANK R/GUARDIAN'],
    ['Hoyt', { grantorGranteeFirstName1: 'Nathan' }, 'HOYT NATHAN B./DECD'],
    [
      'Hoyt',
      { grantorGranteeFirstName1: 'nathan', grantorGranteeMiddleInitial1: 'b' },
      'HOYT NATHAN B./DECD',
    ],
    ['Harris Harold', {}, 'HARRIS HAROLD DECD'],
    ['harold', { matchMethod: 'WORD' }, 'HARRIS HAROLD DECD'],
    ['Estate of Allan Frumkin', {}, 'ESTATE OF ALLAN FRUMKIN'],
    ['frumkin', { matchMethod: 'WORD' }, 'ESTATE OF ALLAN FRUMKIN'],
    ['Lombardi', { grantorGranteeFirstName1: 'Fay' }, 'LOMBARDI FAY(TRSTEE)'],
    ['grossman dorothy', {}, 'GROSSMAN DOROTHY (AS DEVISEE OF)'],
    ['Genovese', { grantorGranteeFirstName1: 'Frank' }, 'GENOVESE FRANK R/GUARDIAN'],
    ['citibank na', {}, 'CITIBANK, N.A.,'],
    ['Citibank N.A.', {}, 'CITIBANK N A'],
    ['TERRACE SAVS AND LOAN', {}, 'TERRACE SAVS & LOANASSN'],
    ['maspeth fed s & l', {}, 'MASPETH FED S&L ASSOC'],
    ['Rios', { grantorGranteeFirstName1: 'Elsa' }, 'RIOS-QUINTANA ELSA A'],
    ['QUINTANA', {}, 'RIOS-QUINTANA ELSA A'],
    ['langsam', { matchMethod: 'WORD' }, '952 ALDUS, LLC / LANGSAM PROPERTY SERVICES'],
    ['inc', { matchMethod: 'WORD' }, 'SCHARK HOLDING CO.INC.'],
    ['Mortgage Electronic Registration Systems Inc', {}, 'MORTGAGE ELECTRONIC REGISTRATION SYSTEMS, INC.'],
    ['first financial equities inc', {}, 'FIRST FINANCIAL EQUITIES, INC.'],
  ] as const)(
    'the last name %s with the further criteria %j finds the party %s',
    async (last, more, name) => {
      expect(await shown(last, more)).toContain(name);
    },
  );

  test('a document is found by its number and shows the data of the register', async () => {
    const [first = ''] = keys;
    const found = await search.byNumber({ fromDocumentNumber: first.slice(1) });
    expect(found.searchResults.searchResultList).toMatchObject([
      {
        docId: 'A2010012100518002',
        instrumentDescription: 'MORTGAGE',
        recordedDate: '01/27/2010',
        mortgageAmount: '$395,000.00',
      },
    ]);
  });
});
