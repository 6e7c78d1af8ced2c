import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Rejects } from '../src/import/rejects.js';

test('of the rejected rows that may have been meant to hide a record, the first 10,000 are listed with the record, and one entry without a record stands for all others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rejects-'));
  try {
    const rejects = await Rejects.open(join(folder, 'rejects.csv'));
    for (let line = 2; line < 10_005; line += 1) {
      const hiding = { file: 'documents.csv', line, ordinal: BigInt(line) };
      await rejects.add('documents.csv', line, 'action', 'unknown', hiding);
    }
    await rejects.close();
    expect(rejects.hidings).toHaveLength(10_001);
    expect(rejects.hidings.filter(({ ordinal }) => ordinal === undefined)).toEqual([
      { file: 'documents.csv', line: 10_002, ordinal: undefined },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
