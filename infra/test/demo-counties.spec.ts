import { describe, expect, test } from '@jest/globals';
import { demoDocuments, type DemoDocument } from '@portal/infra/testing';

const keyOf = ({ type, number }: DemoDocument): string => type + number;

describe.each([
  ['lake', 300],
  ['saipan', 50],
] as const)('the demo county %s', (county, imaged) => {
  test('is the same whenever it is made', async () => {
    const [one, two] = [await demoDocuments(county, {}), await demoDocuments(county, {})];
    expect(JSON.stringify(one)).toBe(JSON.stringify(two));
  });

  test('has 5,000 documents from 1890 to 2026 with numbers of their own, enough of them with page images', async () => {
    const documents = await demoDocuments(county, {});
    const years = documents.map(({ recorded_date }) => Number(recorded_date.slice(0, 4)));
    expect(documents).toHaveLength(5_000);
    expect([Math.min(...years), Math.max(...years)]).toEqual([1890, 2026]);
    expect(new Set(documents.map(keyOf)).size).toBe(5_000);
    expect(documents.filter(({ pages }) => pages > 0).length).toBeGreaterThanOrEqual(imaged);
    expect(documents.every(({ recorded_date }) => recorded_date <= '2026-10-30')).toBe(true);
  });

  test('has the documents that the manual names', async () => {
    const documents = new Map(
      (await demoDocuments(county, {})).map((document) => [keyOf(document), document]),
    );
    expect(documents.get('A1000001')).toMatchObject({
      pages: 12,
      instrument: { description: 'WARRANTY DEED' },
    });
    expect(documents.get('A1000002')).toMatchObject({ pages: 0 });
    expect(documents.get('A1000003')).toMatchObject({ pages: 1, instrument: { description: 'PLAT' } });
    expect(documents.has('T2000001')).toBe(county === 'lake');
    expect([...documents.values()].some(({ type }) => type === 'T')).toBe(county === 'lake');
  });
});
