import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { armFailpoints } from '@portal/infra/failpoints';
import { claimFiling, releaseFiling } from '@portal/proto/rpc/efile-queue';
import { clerk, exchangeSteps, written, type SentFiling } from './exchange-steps.js';
import { newNumber } from './filing-steps.js';
import { startImaging, type ImagingUnderTest } from './imaging-under-test.js';
import { endorsement } from './pria-answers.js';

const nothing = (): Promise<void> => Promise.resolve();

let imaging: ImagingUnderTest;
beforeAll(async () => {
  imaging = await startImaging();
});
afterEach(() => {
  armFailpoints(undefined);
  imaging.terms.beforeOffice = nothing;
});
afterAll(() => imaging.close());

const { packed, arrive, inFolder, rowOf, ask } = exchangeSteps(() => imaging);
const recordedAs = (found: SentFiling & { packageId: string }, documentNumber: string): string =>
  written(found, endorsement(documentNumber, new Date().toISOString(), { fee: '10.00' }));
const claim = (filing: string) =>
  imaging.rpc.callOrThrow(claimFiling, { filing, over: false }, { actor: clerk });
const release = (filing: string) => imaging.rpc.callOrThrow(releaseFiling, { filing }, { actor: clerk });

/** Does the work when the process has stamped a document and has not recorded it yet. */
function whenStamped(work: () => Promise<unknown>): void {
  armFailpoints((name) => {
    if (name !== 'filing-endorsed') return undefined;
    armFailpoints(undefined);
    return work().then(() => undefined);
  });
}

test('an answer that is refused does not end the claim that the clerk made while it was being checked', async () => {
  const [other, found] = [await packed(), await packed()];
  await arrive(recordedAs(other, newNumber()));
  await release(found.filing);
  imaging.terms.beforeOffice = async () => {
    imaging.terms.beforeOffice = nothing;
    await claim(found.filing);
  };
  const number = newNumber();
  whenStamped(() =>
    ask('UPDATE imaging.filing SET document_number = $2 WHERE id = $1', [other.filing, number]),
  );
  const name = await arrive(recordedAs(found, number));
  expect(await inFolder('refused', name)).toHaveLength(2);
  expect(await rowOf(found.filing)).toMatchObject({ state: 'IN_REVIEW', claimed_name: 'clerk.one' });
});
