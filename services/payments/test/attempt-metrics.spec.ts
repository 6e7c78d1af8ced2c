import { expect, test } from '@jest/globals';
import { registry } from '@portal/infra/metrics';
import { mismatchReasons } from '../src/attempts/attempt.rules.js';
import '../src/attempts/attempt-settler.js';

test('the metric of mismatches begins at 0 for each reason, so that the first mismatch shows as an increase', async () => {
  const metric = await registry.getSingleMetric('attempt_mismatch_total')?.get();
  // other tests of the same process may have counted mismatches already
  expect(metric?.values.map(({ labels }) => labels['reason'])).toEqual(mismatchReasons);
});
