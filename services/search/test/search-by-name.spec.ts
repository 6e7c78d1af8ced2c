import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { grantee, grantor, type DocumentRow } from './bundle-maker.js';
import { keysOf, SearchUnderTest } from './search-under-test.js';
import type { NameCriteria } from '@portal/proto/criteria/name';

// an import takes a second, or many seconds on a busy machine
jest.setTimeout(120_000);

const documents: readonly DocumentRow[] = [
  { number: '1', parties: [grantor('SMITH', 'JOHN', 'R'), grantee("O'BRIEN", 'MARY')] },
  { number: '2', parties: [grantor('SMITH-JONES', 'ANNA'), grantee('ST. PAUL', 'PETER')] },
  { number: '3', parties: [grantor('WELLS FARGO BANK, N.A.'), grantee('SMITH', 'JONATHAN')] },
  { number: '4', parties: [grantor('PEÑA', 'JOSÉ'), grantee('TERRACE SAVS & LOANASSN')] },
  { number: '5', parties: [grantor('SMYTHE', 'JOHN'), grantee('JOHNSON', 'KARL')], instrument: 'MTG' },
  { number: '6', type: 'T', parties: [grantor('SMITHSON', 'JOHN', 'RALPH')], recorded: '1950-01-31' },
  {
    number: '7',
    parties: [grantor('JOHNSON', 'SMITH'), grantee('SMITH', 'ADA')],
    recorded: '2021-02-28',
    time: '23:59',
  },
  { number: '8', parties: [grantor('SCHMIDT', 'KURT')] },
  { number: '9', parties: [grantor('FARGO', 'WILLIAM')] },
  { number: '10', parties: [grantor('SMITH', 'JOHN'), grantor('SMITH', 'MARY')], recorded: '1899-12-31' },
  { number: '11', parties: [grantor('THE FIRST LOAN AND TRUST SOCIETY OF DULUTH MINNESOTA')] },
];

let search: SearchUnderTest;
beforeAll(async () => {
  search = await SearchUnderTest.start();
  await search.importRows(documents);
});
afterAll(() => search.close());

const found = async (last: string, more: Partial<NameCriteria> = {}): Promise<string[]> =>
  keysOf(await search.byName({ grantorGranteeLastName1: last, ...more }));

describe('the search by name', () => {
  test('finds a last name by its beginning, in capital or small letters', async () => {
    expect(await found('smi')).toEqual(['A1', 'A2', 'A3', 'T6', 'A7']);
    expect(await found('SMITH')).toEqual(['A1', 'A2', 'A3', 'T6', 'A7']);
  });

  test('finds people by the beginning of the first name and by an equal middle initial', async () => {
    expect(await found('SMITH', { grantorGranteeFirstName1: 'JO' })).toEqual(['A1', 'A3', 'T6']);
    const withInitial = { grantorGranteeFirstName1: 'JOHN', grantorGranteeMiddleInitial1: 'r' };
    expect(await found('SMITH', withInitial)).toEqual(['A1', 'T6']);
    expect(await found('SMITH', { ...withInitial, grantorGranteeMiddleInitial1: 'X' })).toEqual([]);
  });

  test('ignores punctuation, spaces, accents and &', async () => {
    expect(await found('OBRIEN')).toEqual(['A1']);
    expect(await found("o' brien")).toEqual(['A1']);
    expect(await found('ST PAUL')).toEqual(['A2']);
    expect(await found('PENA', { grantorGranteeFirstName1: 'JOSE' })).toEqual(['A4']);
    expect(await found('TERRACE SAVS AND LOAN')).toEqual(['A4']);
    expect(await found('WELLS FARGO BANK NA')).toEqual(['A3']);
  });

  test('finds a hyphenated name under each of its parts', async () => {
    expect(await found('JONES')).toEqual(['A2']);
    expect(await found('SMITHJONES')).toEqual(['A2']);
    expect(await found('JONES', { matchMethod: 'EXACT' })).toEqual(['A2']);
  });

  test('compares the complete last name and the complete first name in an exact match', async () => {
    expect(await found('SMITH', { matchMethod: 'EXACT' })).toEqual(['A1', 'A2', 'A3', 'A7']);
    expect(await found('SMITH', { matchMethod: 'EXACT', grantorGranteeFirstName1: 'JO' })).toEqual([]);
    expect(await found('SMI', { matchMethod: 'EXACT' })).toEqual([]);
  });

  test('finds names that sound like the typed name', async () => {
    expect(await found('SMIT', { matchMethod: 'SOUNDS' })).toEqual(['A1', 'A2', 'A3', 'A5', 'A7', 'A8']);
  });

  test('finds a typed word anywhere in a name, and several words only in a name that has all of them', async () => {
    expect(await found('FARGO', { matchMethod: 'WORD' })).toEqual(['A3', 'A9']);
    expect(await found('BANK fargo', { matchMethod: 'WORD' })).toEqual(['A3']);
    expect(await found('LOANASSN', { matchMethod: 'WORD' })).toEqual(['A4']);
    expect(await found('NA', { matchMethod: 'WORD' })).toEqual(['A3']);
    expect(await found('FARG', { matchMethod: 'WORD' })).toEqual([]);
    const eight = 'THE FIRST LOAN AND TRUST SOCIETY OF DULUTH';
    expect(await found(`${eight} MINNESOTA`, { matchMethod: 'WORD' })).toEqual(['A11']);
    expect(await found(`${eight} WISCONSIN`, { matchMethod: 'WORD' })).toEqual([]);
  });

  test('refuses a name that consists only of punctuation', async () => {
    await expect(found("''--")).rejects.toThrow('INVALID_INPUT');
    await expect(found('SMITH', { grantorGranteeFirstName1: '-' })).rejects.toThrow('INVALID_INPUT');
  });

  test('treats quotes, SQL wildcards and backslashes as ordinary characters', async () => {
    for (const name of [
      "'; DROP TABLE search.party; --",
      'SM_TH',
      '\\x41',
      '$12',
      '{AB}',
      '"AB"',
      "SMITH'",
    ]) {
      await expect(found(name)).resolves.toBeDefined();
    }
    expect(await found('SM_TH')).toEqual([]);
    expect(await found("SMITH'")).toHaveLength(5);
  });
});

describe('the search by two names', () => {
  const second = (last: string, andOr: 'AND' | 'OR'): Partial<NameCriteria> => ({
    grantorGranteeLastName2: last,
    andOr,
  });

  test('finds documents with both names for And, or with either name for Or', async () => {
    expect(await found('SMITH', second('JOHNSON', 'AND'))).toEqual(['A7']);
    expect(await found('PENA', second('JOHNSON', 'OR'))).toEqual(['A4', 'A5', 'A7']);
    expect(await found('SMITH', second('OBRIEN', 'AND'))).toEqual(['A1']);
  });

  test('finds documents with both names for And when it matches names by word or by sound', async () => {
    expect(await found('FARGO', { ...second('SMITH', 'AND'), matchMethod: 'WORD' })).toEqual(['A3']);
    expect(await found('SMITT', { ...second('JONSON', 'AND'), matchMethod: 'SOUNDS' })).toEqual(['A5', 'A7']);
  });

  test('limits one name or, with And, both names to grantors or to grantees, as chosen in Search In', async () => {
    expect(await found('SMITH', { grantorGranteeSearchIn: 'GRANTORS' })).toEqual(['A1', 'A2', 'T6']);
    expect(await found('SMITH', { grantorGranteeSearchIn: 'GRANTEES' })).toEqual(['A3', 'A7']);
    const both = { ...second('JOHNSON', 'AND'), grantorGranteeSearchIn: 'GRANTEES' } as const;
    expect(await found('SMITH', both)).toEqual([]);
  });

  test('is narrowed by document type and instrument group, and finds nothing for an unknown type or group', async () => {
    expect(await found('SMITH', { documentType: 'T' })).toEqual(['T6']);
    expect(await found('SM', { instrumentGroup: 'MORTGAGE' })).toEqual(['A5']);
    expect(await found('SMITH', { instrumentGroup: 'NOSUCH' })).toEqual([]);
    expect(await found('SMITH', { documentType: 'NOSUCH' })).toEqual([]);
  });

  test('includes the first and the last day of the date range, up to the last minute of the last day', async () => {
    const days = (from: string, to: string): Partial<NameCriteria> => ({
      fromRecordedDate: from,
      toRecordedDate: to,
    });
    expect(await found('SMITH', days('01/31/1950', '01/31/1950'))).toEqual(['T6']);
    expect(await found('SMITH', days('02/28/2021', '02/28/2021'))).toEqual(['A7']);
    expect(await found('SMITH', days('03/01/2021', '11/01/2026'))).toEqual([]);
    expect(await found('SMITH', days('01/01/1800', '12/31/1899'))).toEqual(['A10']);
  });
});
