import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { armFailpoints } from '@portal/infra/failpoints';
import { registry } from '@portal/infra/metrics';
import { LandLinkSchedule } from '../src/landlink/landlink.schedule.js';
import { Counties } from '../src/reconciliation/counties.js';
import { LandLinkSteps, noonZone } from './landlink-steps.js';
import { startPayments, type PaymentsUnderTest } from './payments-under-test.js';

let payments: PaymentsUnderTest;
let there = ['elm', 'oak'];
beforeAll(async () => {
  const list = (): Promise<object[]> =>
    Promise.resolve(there.map((county) => ({ county, timeZone: 'Etc/GMT' })));
  payments = await startPayments({
    providers: [{ provide: Counties, useValue: { list, changesOf: () => 0 } }],
  });
  payments.terms.terms = { ...payments.terms.terms, timeZone: noonZone(payments.clock.now()) };
});
afterEach(() => armFailpoints(undefined));
afterAll(() => payments.close());

/** Reads `landlink_late_seconds` for each county, in whole hours, with the clock `days` days ahead. */
async function lateHours(days = 0): Promise<Record<string, number>> {
  payments.clock.advance(days * 86_400_000);
  const values = (await registry.getSingleMetric('landlink_late_seconds')?.get())?.values ?? [];
  payments.clock.advance(-days * 86_400_000);
  return Object.fromEntries(
    values.map(({ labels, value }) => [String(labels['county']), Math.round(value / 3_600)]),
  );
}

test('a LandLink file counts as late from 15 minutes after the end of its day until it is stored, whatever delays it', async () => {
  const { landLink } = payments;
  const elm = new LandLinkSteps(payments, 'elm');
  await elm.run(1);
  expect(await lateHours(1)).toEqual({ elm: 0 });
  await elm.pay(elm.account('61'));
  landLink.isAway = true;
  await expect(elm.run(2)).rejects.toThrow('identity does not answer');
  landLink.isAway = false;
  const notClosed = (await lateHours(2))['elm'];
  expect([35, 36, 37]).toContain(notClosed);
  armFailpoints((at) => (at === 'landlink-closed' ? Promise.reject(new Error('no store')) : undefined));
  await expect(elm.run(3)).rejects.toThrow('no store');
  armFailpoints(undefined);
  const notStored = (await lateHours(3))['elm'];
  expect(notStored).toBe((notClosed ?? 0) + 24);
  await elm.run(3.01);
  expect(await lateHours(3.01)).toEqual({ elm: 0 });
});

test('a LandLink file counts as late even while the settings of its county cannot be read', async () => {
  const elm = new LandLinkSteps(payments, 'elm');
  await elm.run(3.01);
  const { terms } = payments;
  const of = jest.spyOn(terms, 'of').mockRejectedValue(new Error('admin-config does not answer'));
  await expect(elm.run(5)).rejects.toThrow('admin-config does not answer');
  of.mockRestore();
  expect((await lateHours(5))['elm']).toBeGreaterThan(20);
  await elm.run(5);
  expect(await lateHours(5)).toEqual({ elm: 0 });
});

test('a county without ledger entries has no late LandLink file, and a removed county is no longer measured', async () => {
  const schedule = payments.replicas[0]?.get(LandLinkSchedule);
  await schedule?.runDue();
  expect(await lateHours()).toEqual({ elm: 0, oak: 0 });
  there = ['oak'];
  await schedule?.runDue();
  expect(await lateHours()).toEqual({ oak: 0 });
});
