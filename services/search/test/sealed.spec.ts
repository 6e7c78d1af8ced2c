import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { systemActor } from '@portal/infra/rpc';
import { testActor } from '@portal/infra/testing';
import { describeDocument, getIndexTerms } from '@portal/proto/rpc/search';
import { grantor, type DocumentRow } from './bundle-maker.js';
import type { SearchBundle } from './search-bundle.js';
import { keysOf, noticed, SearchUnderTest } from './search-under-test.js';

// an import takes a second, or many seconds on a busy machine
jest.setTimeout(120_000);

const secret: DocumentRow = {
  number: '7',
  type: 'S',
  parties: [grantor('SECRETLY', 'KEPT'), grantor('HIDDEN-AWAY')],
  legals: [{ description: 'A SECRET PLACE' }],
};
const open: DocumentRow[] = Array.from({ length: 40 }, (_, at) => ({
  number: String(100 + at),
  parties: [grantor('SECRETLY', 'OPEN')],
  references: [{ type: 'S', number: '7' }],
}));

let search: SearchUnderTest;
beforeAll(async () => {
  search = await SearchUnderTest.start();
  await search.importRows([secret, ...open]);
});
afterAll(() => search.close());

const actor = testActor();
/** Imports the secret document alone, whether it was sealed, deleted or visible before. */
const setSealed = (sealed: boolean) => search.importRows([{ ...secret, sealed }], { kind: 'delta' });
const described = () =>
  search.rpc.call(describeDocument, { documentKey: 'S7' }, { actor: systemActor('lake', 'payments') });

/** All of the service's answers about the document. */
async function everything(timestamp = ''): Promise<string> {
  const methods = ['BEGINS', 'EXACT', 'SOUNDS', 'WORD'] as const;
  const answers: unknown[] = [
    await search.details('S7'),
    await described(),
    await search.details('A100'),
    await search.rpc.call(getIndexTerms, {}, { actor }),
    await search.byNumber({ fromDocumentNumber: '7' }, { updateHistory: false }),
    await search.byNumber({ fromDocumentNumber: '1', toDocumentNumber: '99' }, { updateHistory: false }),
  ];
  for (const matchMethod of methods) {
    for (const last of ['SECRETLY', 'HIDDEN', 'AWAY']) {
      answers.push(
        await search.byName(
          { grantorGranteeLastName1: last, matchMethod },
          { pageNumber: -1, updateHistory: false },
        ),
      );
    }
  }
  if (timestamp) {
    answers.push(await search.byName({ grantorGranteeLastName1: 'SECRETLY' }, { timestamp }));
  }
  return JSON.stringify(answers);
}

const trace = /"S7"|"KEPT|HIDDEN|SECRET PLACE|"code":"S"/;

test('an unsealed document is in the search results, the details and the code lists', async () => {
  const all = await everything();
  for (const sign of ['"docId":"S7"', '"firstName":"KEPT"', 'HIDDEN-AWAY', 'SECRET PLACE', '"code":"S"'])
    expect(all).toContain(sign);
  expect(await described()).toMatchObject({ ok: true, value: { documentKey: 'S7' } });
});

test('a document that is sealed while its hit list is open disappears from every answer and count', async () => {
  const first = await search.byName({ grantorGranteeLastName1: 'SECRETLY' });
  expect(first.searchResults.totalRecordCount).toBe(41);
  expect(keysOf(first)[0]).toBe('S7');
  await search.importRows([{ ...secret, action: 'SEAL' }], { kind: 'delta' });
  await noticed();
  const again = await search.byName({ grantorGranteeLastName1: 'SECRETLY' }, { timestamp: first.timestamp });
  expect(again.searchResults).toMatchObject({ totalRecordCount: 40, currentRecordCount: 25 });
  expect(await everything(first.timestamp)).not.toMatch(trace);
});

test('sealing and unsealing send events to the other services', async () => {
  await search.importRows([{ ...secret, sealed: false }], { kind: 'delta' });
  await noticed();
  expect(await everything()).toMatch(trace);
  const facts = await search.tables.asAdmin<{ type: string; aggregate: string }>(
    `SELECT type, aggregate FROM search.outbox WHERE type LIKE 'search.document-%' ORDER BY id`,
  );
  expect(facts).toEqual([
    { type: 'search.document-sealed.v1', aggregate: 'document:S7' },
    { type: 'search.document-unsealed.v1', aggregate: 'document:S7' },
  ]);
});

test.each<[what: string, last: Partial<DocumentRow>]>([
  ['SEAL', { action: 'SEAL' }],
  ['sealed', { sealed: true }],
  ['DELETE', { action: 'DELETE' }],
])(
  'a delta with two rows for a document hides the document even if only the second row says %s',
  async (_, last) => {
    await setSealed(false);
    const rows = [secret, { number: '7', type: 'S', ...last }];
    await search.importRows(rows, { kind: 'delta' });
    await noticed();
    expect(await everything()).not.toMatch(/"KEPT|HIDDEN-AWAY|SECRET PLACE/);
  },
);

test('a sealed document stays sealed after a delta in which one row unseals it and another does not mention sealing', async () => {
  await setSealed(true);
  const silent = 'S,7,,WD,2020-06-15,10:30,,,,';
  await search.importRows([{ ...secret, sealed: false }], {
    kind: 'delta',
    raw: { 'documents.csv': [silent] },
  });
  await noticed();
  expect(await everything()).not.toMatch(/"KEPT|HIDDEN-AWAY|SECRET PLACE/);
});

test('a document that is sealed in a full import appears nowhere, and only its number is stored', async () => {
  await search.importRows([{ ...secret, sealed: true }, ...open]);
  await noticed();
  expect(await everything()).not.toMatch(trace);
  const [row] = await search.tables.asAdmin<{ n: number; texts: string }>(
    `SELECT (SELECT count(*)::int FROM search.party p JOIN search.live_index l USING (generation) WHERE p.sk_doc = d.sk_doc) AS n,
            d.display || d.details AS texts
       FROM search.document d JOIN search.live_index l USING (generation) WHERE d.sealed`,
  );
  expect(row).toEqual({ n: 0, texts: '' });
});

test('a full import that seals a document removes the document from every hit list', async () => {
  await setSealed(false);
  await noticed();
  const criteria = { grantorGranteeLastName1: 'SECRETLY' };
  const order = { sortDirection: 'DESC' } as const;
  const first = await search.byName(criteria, order);
  expect(first.searchResults.totalRecordCount).toBe(41);
  await search.importRows([{ ...secret, sealed: true }, ...open]);
  await noticed();
  // in this order the sealed document was the last of the second batch
  const { timestamp } = first;
  const second = await search.byName(criteria, { ...order, batch: 2, timestamp });
  expect(second.searchResults).toMatchObject({ totalRecordCount: 40, currentRecordCount: 15 });
  expect(keysOf(second)).not.toContain('S7');
  expect(second.timestamp).not.toBe(timestamp);
  const next = await search.byName(criteria, { ...order, batch: 2, timestamp: second.timestamp });
  expect(next.timestamp).toBe(second.timestamp);
  expect(keysOf(next)).toEqual(keysOf(second));
});

test('a deleted document disappears from hit lists and totals', async () => {
  const first = await search.byName({ grantorGranteeLastName1: 'SECRETLY' });
  await search.importRows([{ number: '100', action: 'DELETE' }], { kind: 'delta' });
  await noticed();
  const again = await search.byName({ grantorGranteeLastName1: 'SECRETLY' }, { timestamp: first.timestamp });
  expect(again.searchResults.totalRecordCount).toBe(39);
  expect(keysOf(again)[0]).toBe('A101');
});

describe('a document that left the index while it was sealed, and comes back without a seal,', () => {
  const told = () =>
    search.tables.asAdmin<{ type: string }>(
      `SELECT type FROM search.outbox WHERE aggregate = 'document:S7' ORDER BY id DESC LIMIT 2`,
    );
  const back = [{ type: 'search.document-restored.v1' }, { type: 'search.document-unsealed.v1' }];
  const { sealed: _none, ...unmarked } = { sealed: false, ...secret };

  test('is unsealed in the other services when deltas delete and add it', async () => {
    await setSealed(true);
    await search.importRows([{ number: '7', type: 'S', action: 'DELETE' }], { kind: 'delta' });
    await search.importRows([unmarked], { kind: 'delta' });
    expect(await told()).toEqual(back);
  });

  test('is unsealed in the other services after one full import omits it and the next contains it', async () => {
    await setSealed(true);
    await search.importRows(open.map(({ references: _gone, ...row }) => row));
    await search.importRows([unmarked, ...open]);
    expect(await told()).toEqual(back);
  });
});

test('other documents do not name a document that a delta deletes, and name it again when a delta adds it', async () => {
  await setSealed(false);
  await search.importRows([{ number: '7', type: 'S', action: 'DELETE' }], { kind: 'delta' });
  await noticed();
  expect(JSON.stringify(await search.details('A100'))).not.toContain('"S7"');
  await search.importRows([secret], { kind: 'delta' });
  await noticed();
  expect(JSON.stringify(await search.details('A100'))).toContain('"S7"');
});

describe('the rows about a document', () => {
  const key = { document_type: 'T', document_number: '70' };
  const hiding: DocumentRow[] = [
    { type: 'T', number: '70', parties: [grantor('ONCE')] },
    { number: '71', parties: [grantor('OTHER')] },
  ];
  const lien = { lien_number: 'L1', lien_date: '2000-01-01', lien_type: 'STATE' };
  const files: SearchBundle['files'] = {
    'certificates.csv': [
      { certificate_number: '1', certified_date: '2000-01-01', status: 'ACTIVE', short_status: 'A', ...key },
    ],
    'certificate_texts.csv': [
      { certificate_number: '1', section: 'MEMORIAL', text: 'The secret deed', document_number: '70' },
      { certificate_number: '1', section: 'LEGAL', text: 'Lot 1' },
    ],
    'certificate_documents.csv': [{ certificate_number: '1', ...key }],
    'tax_liens.csv': [
      { ...key, ...lien },
      { document_type: 'A', document_number: '71', ...lien },
    ],
    'tax_lien_parties.csv': [{ ...key, last_name: 'OWING' }],
    'tax_lien_releases.csv': [
      {
        document_type: 'A',
        document_number: '71',
        partial_full: 'PARTIAL',
        release_document_type: 'T',
        release_document_number: '70',
      },
    ],
    'gg_books.csv': [
      {
        entry_number: '5',
        type: 'GRANTOR',
        from_name: 'A',
        to_name: 'B',
        from_date: '1900-01-01',
        to_date: '1901-01-01',
        ...key,
      },
    ],
  };

  /** All live rows that are not documents, as one text. */
  const records = async (): Promise<string> => {
    const [row] = await search.tables.asAdmin<{ all: string }>(
      `WITH live AS (SELECT generation AS g FROM search.live_index WHERE county_id = 'lake'), texts AS (
         SELECT display AS text FROM search.certificate, live WHERE generation = g
         UNION ALL SELECT txt FROM search.certificate_text, live WHERE generation = g
         UNION ALL SELECT 'standing ' || sk_doc FROM search.doc_certificate, live WHERE generation = g
         UNION ALL SELECT display FROM search.tax_lien, live WHERE generation = g
         UNION ALL SELECT last_name FROM search.tax_lien_party, live WHERE generation = g
         UNION ALL SELECT display FROM search.gg_book, live WHERE generation = g)
       SELECT string_agg(text, ' ') AS "all" FROM texts`,
    );
    return row?.all ?? '';
  };
  const signs = ['"docNumber":"70"', 'SECRET DEED', 'standing', 'OWING', '"T70"'];

  test.each([
    ['sealed by a delta', 'SEAL'],
    ['deleted by a delta', 'DELETE'],
  ] as const)(
    'disappear when the document is %s: its lien, certificates, memorials and mentions',
    async (_, action) => {
      await search.importSearchBundle({ documents: hiding, files });
      const before = await records();
      for (const sign of signs) expect(before).toContain(sign);
      await search.importRows([{ type: 'T', number: '70', action }], { kind: 'delta' });
      const after = await records();
      for (const sign of signs) expect(after).not.toContain(sign);
      for (const kept of ['LOT 1', '"docId":"A71"', '"docNumber":"5","docType":"G"'])
        expect(after).toContain(kept);
    },
  );

  test('are not loaded when a full import seals the document', async () => {
    const sealed = hiding.map((document) => ({ ...document, sealed: document.type === 'T' }));
    await search.importSearchBundle({ documents: sealed, files });
    const all = await records();
    for (const sign of signs) expect(all).not.toContain(sign);
    expect(all).toContain('LOT 1');
  });
});
