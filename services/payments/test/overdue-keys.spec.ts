import { expect, test } from '@jest/globals';
import type { Database } from '@portal/infra/db';
import { TestClock } from '@portal/infra/testing';
import type { CardKeysWriter } from '../src/card-keys/card-keys.writer.js';
import type { MerchantRequestRepository } from '../src/card-keys/merchant-request.repository.js';
import { OverdueKeys } from '../src/card-keys/overdue-keys.js';

test('overdue card keys of a county are deleted even after the deletion for another county has failed', async () => {
  const ended: string[] = [];
  const database = { asWorker: () => Promise.resolve(['guam', 'lake']) } as unknown as Database;
  const writer = {
    endOverdue: (county: string) => {
      ended.push(county);
      return county === 'guam' ? Promise.reject(new Error('keys that cannot be read')) : Promise.resolve();
    },
  } as unknown as CardKeysWriter;
  await new OverdueKeys(
    database,
    {} as MerchantRequestRepository,
    writer,
    new TestClock('2026-11-21T12:00:00Z'),
  ).end();
  expect(ended).toEqual(['guam', 'lake']);
});
