import { expect, test } from '@jest/globals';
import { registry } from '@portal/infra/metrics';
import { mismatchReasons } from '../src/attempts/attempt.rules.js';
import '../src/attempts/attempt-settler.js';

test('the metric of mismatches has a series for each reason before the first one, so that its increase is seen', async () => {
  const metric = await registry.getSingleMetric('attempt_mismatch_total')?.get();
  const reasons = metric?.values.map(({ labels, value }) => [labels['reason'], value]);
  expect(reasons).toEqual(mismatchReasons.map((reason) => [reason, 0]));
});
