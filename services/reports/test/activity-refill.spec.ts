import { expect, test } from '@jest/globals';
import type { CountySections } from '@portal/infra/county-config';
import type { Database } from '@portal/infra/db';
import type { AuditRepository } from '../src/audit/audit.repository.js';
import { ActivityRefill } from '../src/activity/activity.refill.js';
import type { ActivityRepository } from '../src/activity/activity.repository.js';

test('the report lines of a county are restored even if those of the previous county cannot be restored', async () => {
  const read: string[] = [];
  const database = {
    withCounty: (county: string) => {
      read.push(county);
      return county === 'guam'
        ? Promise.reject(new Error('a record that cannot be read'))
        : Promise.resolve(0);
    },
  } as unknown as Database;
  const counties = [{ id: 'guam' }, { id: 'lake' }];
  const sections = { listCounties: () => Promise.resolve(counties) } as unknown as CountySections;
  await new ActivityRefill(database, sections, {} as AuditRepository, {} as ActivityRepository).refillAll();
  expect(read).toEqual(['guam', 'lake']);
});
