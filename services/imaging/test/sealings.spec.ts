import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@portal/infra/testing';
import { startImaging, type ImagingUnderTest } from './imaging-under-test.js';

let imaging: ImagingUnderTest;
beforeAll(async () => {
  imaging = await startImaging();
});
afterAll(() => imaging.close());

type Change = 'sealed' | 'unsealed' | 'removed' | 'restored';

/** Publishes events in the same form as the search service. */
async function tell(facts: readonly (readonly [change: Change, documentKey: string, sequence: number])[]) {
  const records = facts.map(([change, documentKey, sequence]) => {
    const aggregate = `document:${documentKey}`;
    const frame = {
      ...{ id: randomUUID(), type: `search.document-${change}.v1`, version: 1, county: 'lake', aggregate },
      ...{ sequence, time: new Date().toISOString(), correlationId: 'test', payload: { documentKey } },
    };
    return { topic: 'sealing', key: `lake/${aggregate}`, body: JSON.stringify(frame) };
  });
  await imaging.events.publish(records);
}

/** The documents in a table, each with the transaction that wrote its row. */
const listed = (table: 'sealed_document' | 'removed_document') =>
  imaging.database.asAdmin<{ key: string; tx: string }>(
    `SELECT document_key AS key, xmin::text AS tx FROM imaging.${table} ORDER BY document_key`,
  );

const keys = Array.from({ length: 640 }, (_, at) => `A${2_000_000 + at}`);

test.each([
  ['sealed', 'sealed_document', 'unsealed'],
  ['removed', 'removed_document', 'restored'],
] as const)(
  'if one import has %s hundreds of documents, fewer than 160 transactions list these documents',
  async (change, table, back) => {
    for (let at = 0; at < keys.length; at += 200)
      await tell(keys.slice(at, at + 200).map((key) => [change, key, 1]));
    await eventually(async () => expect(await listed(table)).toHaveLength(keys.length), 60_000);
    const transactions = new Set((await listed(table)).map(({ tx }) => tx));
    expect(transactions.size).toBeLessThan(keys.length / 4);
    await tell(keys.map((key) => [back, key, 2]));
    await eventually(async () => expect(await listed(table)).toEqual([]), 60_000);
  },
  130_000,
);
