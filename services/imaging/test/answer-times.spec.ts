import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { exchangeSteps, written } from './exchange-steps.js';
import { newNumber } from './filing-steps.js';
import { startImaging, type ImagingUnderTest } from './imaging-under-test.js';
import { endorsement } from './pria-answers.js';

let imaging: ImagingUnderTest;
beforeAll(async () => {
  imaging = await startImaging();
});
afterAll(() => imaging.close());

const { packed, arrive, whyOf, rowOf } = exchangeSteps(() => imaging);

/**
 * Answers a submission that was sent at the given time. Returns the message about the answer, and the stored recording
 * time.
 */
const answered = async (submittedAt: string, recordedAt: string) => {
  const found = await packed();
  await imaging.database.asAdmin('UPDATE imaging.filing SET submitted_at = $2 WHERE id = $1', [
    found.filing,
    submittedAt,
  ]);
  const name = await arrive(written(found, endorsement(newNumber(), recordedAt, { fee: '10.00' })));
  return { why: await whyOf(name), recordedAt: (await rowOf(found.filing)).recorded_at };
};

// on November 2, 2025, the clocks in Chicago showed 1:20 AM twice: at 06:20 and at 07:20 UTC
test.each([
  ['2025-11-02T07:20:41Z', '2025-11-02T07:20:00Z'],
  ['2025-11-02T01:20:00-06:00', '2025-11-02T07:20:00Z'],
  ['2025-11-02T01:20:00-05:00', '2025-11-02T06:20:00Z'],
  ['2025-11-02T01:20:00', '2025-11-02T06:20:00Z'],
])(
  'if the land system answers with the recording time %s, the portal stores %s',
  async (told, recordedAt) => {
    expect(await answered('2025-11-02T05:00:00Z', told)).toEqual({
      why: '',
      recordedAt: new Date(recordedAt),
    });
  },
);

test('when the clocks go back, a recording time in the first of the two equal hours is refused if the document was submitted after this time', async () => {
  const { why, recordedAt } = await answered('2025-11-02T06:50:00Z', '2025-11-02T01:20:00-05:00');
  expect(why).toContain('Correct _RecordedDateTime');
  expect(recordedAt).toBeNull();
});
